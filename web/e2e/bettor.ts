// Somebody at a table's page. What is tested is chosen there; what only brings a round to its end
// is sent to the table directly, as the same person and much faster.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Can, Command, HandRef, Me, PrivateView, TableView } from '../src/wire';
import { LABELS, type Offer, offersOf } from './option';

/** What the list of events says of a choice; `$me` and `$at` stand for the bettor and the hand. */
const SAID: Partial<Record<Offer['kind'], string>> = {
  draw: '$me draws on $at',
  stand: '$at stands',
  double: '$me doubles $at with',
  no_double: '$me does not double $at',
  split: '$me splits $at',
  stay_on_first: '$me stays on the first hand of $at',
  forfeit: '$me forfeits $at',
  no_forfeit: '$me keeps $at',
  surrender: '$me surrenders $at',
  no_surrender: '$me does not surrender $at',
  insure: '$me insures $at for',
  no_insurance: '$me declines insurance on $at',
  take_insurance: '$me asks for insurance declined on $at',
  press: '$me presses the button',
  nominate: 'presses the button',
};
/** What brings a round to its end, the first of them that is offered. */
const PLAIN: Offer['kind'][] = [
  'no_surrender',
  'no_insurance',
  'no_more_insurance',
  'no_double',
  'stay_on_first',
  'no_forfeit',
  'press',
  'stand',
  'draw',
];

export class Bettor {
  private commands = 0;
  private isAway = false;

  private constructor(
    readonly page: Page,
    readonly name: string,
    readonly id: number,
    private readonly url: string,
    private readonly table: number,
  ) {}

  /** Comes to a table as a guest and takes a seat. */
  static async come(page: Page, url: string, table: number, seat: number): Promise<Bettor> {
    await page.goto(`${url}table/${table}`);
    await sit(page, seat);
    const me = (await (await page.request.get(`${url}api/me`)).json()) as Me;
    return new Bettor(page, me.handle, me.person, url, table);
  }

  async sit(...boxes: number[]): Promise<void> {
    for (const box of boxes) await sit(this.page, box);
  }

  box(no: number): Locator {
    return this.page.locator(`.box[data-box="${no}"]`);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Presses the key of a decision, once keys are taken: right after another question none is. */
  async press(key: string): Promise<void> {
    await expect(this.page.locator('.group button:not([aria-disabled])').first()).toBeVisible();
    await this.page.keyboard.press(key);
  }

  /** Puts a chip on a spot of a box. */
  async put(no: number, spot: 'wager' | 'pairs' | 'pandemonium' = 'wager'): Promise<void> {
    await this.box(no).locator(`button.spot.${spot}`).click();
  }

  // What the table says and takes, past the page.

  async view(): Promise<TableView> {
    return (await this.page.request.get(`${this.url}api/tables/${this.table}`)).json();
  }

  private async can(): Promise<Can[]> {
    const mine = await this.page.request.get(`${this.url}api/tables/${this.table}/mine`);
    return ((await mine.json()) as PrivateView).can;
  }

  /** What one may choose now; nothing where the table waits for others. */
  async offers(isController: boolean, view?: TableView): Promise<Offer[]> {
    const { round } = view ?? (await this.view());
    if (!round?.waiting_for.includes(this.id)) return [];
    const can = await this.can();
    return offersOf(
      can,
      isController,
      (no) => (round.boxes.find((box) => box.no === no)?.hands.length ?? 0) > 1,
    );
  }

  async send(command: Command): Promise<void> {
    this.commands += 1;
    const data = { id: `${this.name}-${this.table}-${this.commands}`, command };
    const answer = await this.page.request.post(`${this.url}api/tables/${this.table}/commands`, {
      data,
    });
    expect(await answer.json(), JSON.stringify(command)).toHaveProperty('done');
  }

  /** Cuts in the middle, where the cut is offered. */
  async cutPlainly(): Promise<void> {
    for (const { what } of await this.can()) {
      if (typeof what !== 'object' || !('cut' in what)) continue;
      await this.send({ cut: { place: Math.round((what.cut.least + what.cut.most) / 2) } });
    }
  }

  /**
   * Answers in the way that brings the round to its end, for every hand that is asked about at
   * once.
   */
  async answerPlainly(offers: Offer[]): Promise<void> {
    const hands = new Set(offers.map(({ at }) => JSON.stringify(at)));
    const chosen = [...hands].flatMap((hand) => {
      const own = offers.filter(({ at }) => JSON.stringify(at) === hand);
      const plain = PLAIN.find((kind) => own.some((offer) => offer.kind === kind));
      return own.find(({ kind }) => kind === plain) ?? [];
    });
    await Promise.all(chosen.map(({ choice }) => this.send({ choose: { choice } })));
    if (chosen.length === 0)
      expect(offers, 'something that brings the round to its end is offered').toEqual([]);
  }

  /**
   * Leaves the page for as long as nothing is to be chosen there: drawing rounds that nobody looks
   * at takes its time.
   */
  async lookAway(): Promise<void> {
    if (!this.isAway) await this.page.goto('about:blank');
    this.isAway = true;
  }

  // What is done at the page.

  /** The buttons for one hand. */
  group({ at }: { at: HandRef | null }): Locator {
    if (!at) return this.page.locator('.group[aria-label=""]');
    const [one, other] = [`Box ${at.box_no}, hand ${at.hand + 1}`, `Box ${at.box_no}`];
    return this.page.locator(
      `.group[aria-label="${one}"]${at.hand === 0 ? `, .group[aria-label="${other}"]` : ''}`,
    );
  }

  /**
   * Chooses at the page, all of it or a lesser amount, and waits until the page says that it
   * happened.
   */
  async choose(offer: Offer, isLess = false): Promise<void> {
    if (this.isAway) await this.page.goto(`${this.url}table/${this.table}`);
    this.isAway = false;
    await this.forget();
    const label = LABELS[offer.kind];
    const main = this.group(offer)
      .getByRole('button', { name: new RegExp(`^${label}(?!.*another amount)`) })
      .first();
    if (!isLess) await main.click();
    else {
      const other = new RegExp(`^${label}.*: another amount$`);
      await this.group(offer).getByRole('button', { name: other }).first().click();
      await this.page.getByRole('textbox', { name: 'Another amount' }).fill(offer.less);
      await this.button('Confirm').click();
    }
    const said = SAID[offer.kind];
    if (said)
      await this.hears(
        this.words(said, offer.at) + (isLess && said.endsWith(' with') ? ` $${offer.less}` : ''),
      );
    else await expect(this.group(offer)).toHaveCount(0);
  }

  private words(said: string, at: HandRef | null): string {
    // The first hand of a box is called by the box alone.
    const hand =
      at && at.hand > 0 ? `Box ${at.box_no}, hand ${at.hand + 1}` : `Box ${at?.box_no ?? ''}`;
    return said.replace('$me', () => this.name).replace('$at', hand);
  }

  /** From here on only what is new in the list of events counts. */
  async forget(): Promise<void> {
    await this.page.locator('[role="tabpanel"] li').evaluateAll((lines) => {
      for (const line of lines) (line as HTMLElement).dataset.old = '';
    });
  }

  async hears(words: string): Promise<void> {
    const line = this.page.locator('[role="tabpanel"] li:not([data-old])', { hasText: words });
    await expect(line.first(), `the events say: ${words}`).toBeAttached();
  }
}

async function sit(page: Page, box: number): Promise<void> {
  await page.getByRole('button', { name: `Sit at box ${box}`, exact: true }).click();
  await expect(page.locator(`.box.own[data-box="${box}"]`)).toBeVisible();
}

/** Brings the round of these bettors to its end, past the page. */
export async function endRound(...bettors: Bettor[]): Promise<void> {
  const [first] = bettors;
  while (first && (await first.view()).phase === 'round') {
    for (const bettor of bettors) await bettor.answerPlainly(await bettor.offers(true));
  }
}
