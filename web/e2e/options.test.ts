// Every option of every book, chosen at the page by two bettors who share boxes. The chances come from a number, so that
// the same hands come each time; the number was chosen because everything comes soon.
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { Bettor, type Offer } from './bettor';
import { Tables } from './tables';

const ROUNDS_MOST = 12;
/** Boxes at which the first bettor sits, and the second wagers too. */
const FIRST = 1;
const SHARED = [2, 3, 4, 5];
/** A box at which nobody sits. */
const UNSEATED = 6;
/** An amount that is less than every wager and every half of one. */
const LESS = '2';
/** What the outcome says of a side wager that came to an end. */
const SIDES: [string, RegExp][] = [
  ['pairs', /Pairs? (won|lost)/],
  ['pandemonium', /Pandemonium (won|lost)/],
];

const EVERYWHERE = [
  'cut',
  'no cut',
  'draw',
  'stand',
  'double',
  'double for less',
  'follow a double',
  'follow a double for less',
  'do not follow a double',
  'forfeit',
  'do not forfeit',
  'split',
  'match a split',
  'stay on the first hand',
  'surrender',
  'play on',
  'insurance',
  'insurance for less',
  'no insurance',
];
const BOOKS: { book: string; decks: number; seed: number; beside: string[] }[] = [
  { book: 'adelaide', decks: 6, seed: 1, beside: ['pairs', 'split again', 'co-bettor surrenders', 'decline control'] },
  { book: 'canberra', decks: 3, seed: 1, beside: ['pairs', 'split again'] },
  {
    book: 'singapore',
    decks: 4,
    seed: 1,
    beside: [
      'pairs',
      'pandemonium',
      'press',
      'let another press',
      'split again',
      'co-bettor surrenders',
      'another’s insurance',
      'another’s insurance for less',
      'no other’s insurance',
    ],
  },
  { book: 'tasmania', decks: 3, seed: 1, beside: ['split again'] },
  { book: 'sydney', decks: 6, seed: 1, beside: ['pairs'] },
];

test.use({ actionTimeout: 8000 });

/** What an offer is in the list above, as far as it can be told from what stands beside it and whose box it is. */
function optionsOf(offer: Offer, isController: boolean): string[] {
  const free = (option: string) => (offer.isFree ? [option, `${option} for less`] : [option]);
  if (offer.label.startsWith('Take ')) return free('another’s insurance');
  if (offer.label.startsWith('Let ')) return ['let another press'];
  switch (offer.label) {
    case 'Draw':
      return ['draw'];
    case 'Stand':
      return ['stand'];
    case 'Double':
      return free(isController ? 'double' : 'follow a double');
    case 'Do not double':
      return ['do not follow a double'];
    case 'Split':
      if (!isController) return ['match a split'];
      return [offer.at.includes('hand') ? 'split again' : 'split'];
    case 'Stay on the first hand':
      return ['stay on the first hand'];
    case 'Forfeit':
      return ['forfeit'];
    case 'Do not forfeit':
      return ['do not forfeit'];
    case 'Surrender':
      return [isController ? 'surrender' : 'co-bettor surrenders'];
    case 'Play on':
      return ['play on'];
    case 'Insurance':
      return free('insurance');
    case 'No insurance':
      return ['no insurance'];
    case 'No others’ insurance':
      return ['no other’s insurance'];
    case 'Press the button':
      return ['press'];
    default:
      throw new Error(`an option that no book has: ${offer.label}`);
  }
}

/** What must be chosen so that something else is asked, now or of the other bettor. */
const LEADS: Record<string, string[]> = {
  double: ['follow a double', 'follow a double for less', 'do not follow a double', 'forfeit', 'do not forfeit'],
  split: ['match a split', 'stay on the first hand', 'split again'],
  'no insurance': ['another’s insurance', 'another’s insurance for less', 'no other’s insurance'],
};
/** What is chosen where nothing new can be: it brings the round to its end. */
const OTHERWISE = [
  'Play on',
  'No insurance',
  'No others’ insurance',
  'Do not double',
  'Stay on the first hand',
  'Do not forfeit',
  'Press the button',
  'Stand',
  'Draw',
];

/** Two bettors on the same boxes: ann sits there and decides, bob follows or not. */
class Evening {
  readonly left: Set<string>;

  constructor(
    private readonly ann: Bettor,
    private readonly bob: Bettor,
    options: string[],
  ) {
    this.left = new Set(options);
  }

  private get both(): Bettor[] {
    return [this.ann, this.bob];
  }

  /** Refuses the cut once, whoever is asked, and takes it after. */
  async cut(): Promise<void> {
    const open = this.ann.page.getByText('Place your wagers').first();
    const dialogs = this.both.map(({ page }) => page.getByRole('dialog'));
    for (;;) {
      await anyOf(open, ...dialogs);
      if (await open.isVisible()) return;
      for (const bettor of this.both) {
        if (!(await bettor.page.getByRole('dialog').isVisible())) continue;
        const isTaken = !this.left.has('no cut');
        await bettor.forget();
        await bettor.button(isTaken ? 'Cut here' : 'No, thank you').click();
        await bettor.hears(isTaken ? `${bettor.name} cuts after` : `${bettor.name} does not cut`);
        this.left.delete(isTaken ? 'cut' : 'no cut');
      }
    }
  }

  /** Both wager on the boxes, the first time chip by chip, and then the same again. */
  async wager(boxes: number[]): Promise<void> {
    for (const bettor of this.both) {
      if (await bettor.button('Same again').isEnabled()) await bettor.page.keyboard.press('r');
      else await this.putDown(bettor, boxes);
      await bettor.button('Place only').click();
    }
    await this.declineControl();
    // Who is ready alone starts the round: both have laid before either is.
    for (const bettor of this.both) await bettor.button('Ready, deal').click();
  }

  private async putDown(bettor: Bettor, boxes: number[]): Promise<void> {
    for (const box of boxes) await bettor.put(box);
    await bettor.page.keyboard.press('x');
    for (const side of ['pairs', 'pandemonium'] as const) {
      if (bettor === this.bob || !this.left.has(side)) continue;
      for (const box of boxes) await bettor.put(box, side);
    }
  }

  private async declineControl(): Promise<void> {
    if (!this.left.has('decline control')) return;
    await this.bob.forget();
    await this.bob.button(`Decline control of box ${UNSEATED}`).click();
    await this.bob.hears(`${this.bob.name} declines control of Box ${UNSEATED}`);
    this.left.delete('decline control');
  }

  /** Plays until the round is settled. */
  async play(): Promise<void> {
    const outcome = this.ann.page.getByTestId('outcome');
    const groups = this.both.map(({ page }) => page.locator('.group').first());
    for (;;) {
      await anyOf(outcome, ...groups);
      if (await outcome.isVisible()) break;
      for (const bettor of this.both) {
        const offers = await bettor.offers();
        if (offers.length > 0) await this.decide(bettor, offers);
      }
    }
    for (const [side, words] of SIDES) if ((await outcome.textContent())?.match(words)) this.left.delete(side);
  }

  private async decide(bettor: Bettor, offers: Offer[]): Promise<void> {
    const options = offers.flatMap((offer) =>
      optionsOf(offer, bettor === this.ann).map((option) => ({ offer, option, isNew: this.left.has(option) })),
    );
    const leads = ({ option }: { option: string }) => LEADS[option]?.some((next) => this.left.has(next)) ?? false;
    const plain = (label: string) => options.find(({ offer }) => offer.label === label);
    const chosen =
      options.find(({ isNew }) => isNew) ??
      options.find(leads) ??
      OTHERWISE.map(plain).find((found) => found !== undefined);
    if (!chosen) throw new Error(`nothing to choose among ${offers.map(({ label }) => label).join(', ')}`);
    await bettor.choose(chosen.offer, chosen.option.endsWith('for less') ? LESS : undefined);
    this.left.delete(chosen.option);
  }
}

/** Waits until one of these is seen. */
async function anyOf(...things: Locator[]): Promise<void> {
  await Promise.any(things.map((thing) => thing.waitFor({ timeout: 10_000 })));
}

async function inOwnWindow(browser: Browser): Promise<Page> {
  return (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
}

for (const { book, decks, seed, beside } of BOOKS) {
  test(`every option of a book is at hand: ${book}`, async ({ browser }) => {
    const tables = await Tables.open(process.env.SEED === 'none' ? undefined : Number(process.env.SEED ?? seed));
    try {
      const table = await tables.found({ book, decks, cutting_card: (decks * 48) / 2 });
      const ann = await Bettor.come(await inOwnWindow(browser), tables.url, table, FIRST);
      const bob = await Bettor.come(await inOwnWindow(browser), tables.url, table, 7);
      const evening = new Evening(ann, bob, [...EVERYWHERE, ...beside]);
      await evening.cut();
      await ann.sit(...SHARED);
      const boxes = evening.left.has('decline control') ? [FIRST, ...SHARED, UNSEATED] : [FIRST, ...SHARED];
      for (let round = 0; round < ROUNDS_MOST && evening.left.size > 0; round += 1) {
        await evening.wager(boxes);
        await evening.play();
        if (process.env.SEED) console.log(book, round, [...evening.left].join('; '));
        await evening.cut();
      }
      expect([...evening.left], 'options that never came').toEqual([]);
    } finally {
      await tables.close();
    }
  });
}
