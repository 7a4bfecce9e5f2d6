// Somebody at a table's page: what they are offered there, what they choose, and what the page then says of it.
import { expect, type Page } from '@playwright/test';

/** One thing that is offered, as the page has it. */
export interface Offer {
  /** What its group is called. */
  at: string;
  box: number;
  /** From 1. */
  hand: number;
  label: string;
  /** Everything else that is offered for the same hand. */
  beside: string[];
  /** Whether another amount can be chosen. */
  isFree: boolean;
}

/** What the list of events says of a choice. */
const SAID: Record<string, string> = {
  Draw: '$at draws',
  Stand: '$at stands',
  Double: '$me doubles $at with',
  'Do not double': '$me does not double $at',
  Split: '$me matches the split of $at',
  'Stay on the first hand': '$me stays on the first hand of $at',
  Forfeit: '$me forfeits $at',
  'Do not forfeit': '$me does not forfeit $at',
  Surrender: '$me surrenders $at',
  'Play on': '$me plays $at on',
  Insurance: '$me insures $at for',
  'No insurance': '$me does not insure $at',
  'Press the button': '$me presses the button',
};

export class Bettor {
  private constructor(
    readonly page: Page,
    readonly name: string,
  ) {}

  /** Comes to a table as a guest and takes a seat. */
  static async come(page: Page, url: string, table: number, seat: number): Promise<Bettor> {
    await page.goto(`${url}table/${table}`);
    await sit(page, seat);
    const me = (await (await page.request.get(`${url}api/me`)).json()) as { handle: string };
    return new Bettor(page, me.handle);
  }

  async sit(...boxes: number[]): Promise<void> {
    for (const box of boxes) await sit(this.page, box);
  }

  box(no: number) {
    return this.page.locator(`.box[data-box="${no}"]`);
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Puts a chip on a spot of a box. */
  async put(no: number, spot: 'wager' | 'pairs' | 'pandemonium' = 'wager'): Promise<void> {
    await this.box(no).locator(`button.spot.${spot}`).click();
  }

  offers(): Promise<Offer[]> {
    return this.page.locator('.group').evaluateAll((groups) =>
      groups.flatMap((group) => {
        const at = group.getAttribute('aria-label') ?? '';
        const [, box, hand] = /Box (\d+)(?:, hand (\d+))?/.exec(at) ?? [];
        const all = [...group.querySelectorAll('.one')].map((one) => {
          const texts = [...(one.querySelector('button')?.childNodes ?? [])].filter(
            (node) => node.nodeType === Node.TEXT_NODE,
          );
          const words = texts.map((node) => node.textContent ?? '').join('');
          return { label: words.trim().replace(/ \$[\d,.]+$/, ''), isFree: one.querySelector('.other') !== null };
        });
        const beside = all.map(({ label }) => label);
        return all.map((each) => ({ at, box: Number(box ?? 0), hand: Number(hand ?? 1), beside, ...each }));
      }),
    );
  }

  /** Chooses, all of it or a lesser amount, and waits until the page says that it happened. */
  async choose(offer: Offer, lesser?: string): Promise<void> {
    await this.forget();
    const group = this.page.locator(`.group[aria-label="${offer.at}"]`);
    if (lesser === undefined) {
      await group.getByRole('button', { name: new RegExp(`^${offer.label}( \\$|$)`) }).click();
    } else {
      await group.getByRole('button', { name: `${offer.label}: another amount` }).click();
      await this.page.getByRole('textbox', { name: 'Another amount' }).fill(lesser);
      await this.button('Confirm').click();
    }
    if (offer.label !== 'No others’ insurance') await this.hears(this.said(offer, lesser));
  }

  private said({ label, box, hand }: Offer, lesser?: string): string {
    // The first hand of a box is called by the box alone.
    const at = hand > 1 ? `Box ${box}, hand ${hand}` : `Box ${box}`;
    const words =
      SAID[label] ?? (label.startsWith('Let ') ? 'presses the button' : '$me asks for insurance declined on $at');
    const amount = lesser === undefined ? '' : ` $${lesser}`;
    return words.replace('$me', () => this.name).replace('$at', at) + amount;
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
