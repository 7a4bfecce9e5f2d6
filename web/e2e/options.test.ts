// Every option of every book, chosen at the page by two bettors who share boxes. Rounds are played
// until everything was chosen once, and what could not be chosen within a bounded number of rounds
// is named. The cards come from a number with which that is soon; with any other it takes longer.
import { type Browser, expect } from '@playwright/test';
import type { TableView } from '../src/wire';
import { Bettor, endRound } from './bettor';
import { BOOKS, LEADS, type Offer, optionsOfBook } from './option';
import { inOwnWindow, Tables, test } from './tables';

/**
 * An Ace comes to the dealer in one round of twelve, a Pontoon to one of the boxes in one of five.
 */
const ROUNDS_MOST = 250;
/** Boxes at which ann sits; bob sits elsewhere and wagers there too. */
const SHARED = [1, 2, 3, 4, 5];
/** A box at which nobody sits. */
const UNSEATED = 6;
const BOBS = 7;
/** What the outcome says of a side wager that came to an end. */
const SIDES = { pairs: /Pairs?\s+(won|lost)/, pandemonium: /Pandemonium\s+(won|lost)/ };

test.use({ actionTimeout: 8000 });
test.setTimeout(180_000);

/** Two bettors on the same boxes: ann sits there and decides, bob follows or not. */
class Evening {
  constructor(
    private readonly ann: Bettor,
    private readonly bob: Bettor,
    /** What was not chosen yet. */
    readonly left: Set<string>,
  ) {}

  private get both(): Bettor[] {
    return [this.ann, this.bob];
  }

  /** The cut is refused by the first who is asked, and taken by the next. */
  async cut(): Promise<void> {
    for (const option of ['no cut', 'cut']) {
      const { shoe } = await this.ann.view();
      const asked = this.both.find(({ id }) => id === shoe.offered_to);
      if (!asked) throw new Error('the cut is offered to neither');
      await asked.button(option === 'cut' ? 'Cut here' : 'No, thank you').click();
      await asked.hears(
        option === 'cut' ? `${asked.name} cuts after` : `${asked.name} does not cut`,
      );
      this.left.delete(option);
    }
  }

  /**
   * Chips on every box, and beside it what the book offers; bob leaves a box that could be his to
   * ann.
   */
  async wagerAtPage(): Promise<void> {
    const boxes = this.left.has('decline control') ? [...SHARED, UNSEATED] : SHARED;
    for (const bettor of this.both) {
      for (const box of boxes) await bettor.put(box);
      await bettor.page.keyboard.press('x');
      for (const side of ['pairs', 'pandemonium'] as const) {
        if (bettor === this.ann && this.left.has(side)) await bettor.put(1, side);
      }
      await bettor.button('Place only').click();
      await bettor.hears(`${bettor.name} wagers $10 on Box ${boxes.at(-1)}`);
    }
    if (this.left.delete('decline control')) {
      await this.bob.button(`Decline control of box ${UNSEATED}`).click();
      await this.bob.hears(`${this.bob.name} declines control of Box ${UNSEATED}`);
    }
    for (const bettor of this.both) await bettor.button('Ready, deal').click();
    await this.ann.hears('No more wagers');
  }

  /** The same past the page, and no more than what is left to be chosen takes. */
  async wager(): Promise<void> {
    const { sign } = await this.ann.view();
    const left = [...this.left];
    // An Ace is waited for with few boxes: what it brings is asked of each bettor on each.
    const boxes = left.every((option) => option.includes('insurance'))
      ? SHARED.slice(0, 2)
      : SHARED;
    // A jackpot wager on every box, so that the button goes round sooner.
    const jackpot =
      this.left.has('press') || this.left.has('let another press') ? sign.pandemonium : null;
    const lay = async (bettor: Bettor, box_no: number) => {
      await bettor.send({ lay: { lay: { wager: { box_no, amount: 2 * sign.minimum } } } });
      if (!jackpot || bettor === this.bob) return;
      await bettor.send({
        lay: { lay: { side: { box_no, side: 'pandemonium', amount: jackpot[0] } } },
      });
    };
    // Both always: whoever sits and wagers nothing would be waited for.
    await Promise.all(this.both.flatMap((bettor) => boxes.map((box_no) => lay(bettor, box_no))));
    for (const bettor of this.both) await bettor.send('ready');
  }

  /**
   * Plays until the round is settled: at the page where that is new, and else past it. Whether
   * anything was is the answer.
   */
  async play(): Promise<boolean> {
    let isNew = false;
    for (let view = await this.ann.view(); view.phase === 'round'; view = await this.ann.view()) {
      for (const bettor of this.both) {
        const offers = await bettor.offers(bettor === this.ann, view);
        const wanted = this.wanted(offers);
        if (wanted) {
          await bettor.choose(wanted.offer, wanted.option.endsWith('for less'));
          this.left.delete(wanted.option);
          isNew = true;
        } else await bettor.answerPlainly(offers);
      }
    }
    return isNew;
  }

  private wanted(offers: Offer[]): { offer: Offer; option: string } | undefined {
    const all = offers.flatMap((offer) => offer.options.map((option) => ({ offer, option })));
    const leads = ({ option }: { option: string }) =>
      LEADS[option]?.some((next) => this.left.has(next)) ?? false;
    return all.find(({ option }) => this.left.has(option)) ?? all.find(leads);
  }

  /** What the page says of the side wagers of the round that is over. */
  async readSides(): Promise<void> {
    const outcome = this.ann.page.getByTestId('outcome');
    for (const side of ['pairs', 'pandemonium'] as const) {
      if (!this.left.has(side)) continue;
      await expect(outcome).toContainText(SIDES[side]);
      this.left.delete(side);
    }
  }

  /** Cards that are to be cut between two rounds are cut, past the page. */
  async untilWagers(): Promise<void> {
    while ((await this.ann.view()).phase !== 'wagers') {
      for (const bettor of this.both) await bettor.cutPlainly();
    }
  }
}

/** Plays at a table of a book until nothing of it is left to be chosen. */
async function chooseAll(
  browser: Browser,
  tables: Tables,
  { book, decks, beside }: (typeof BOOKS)[number],
) {
  const table = await tables.found({ book, decks });
  const ann = await Bettor.come(await inOwnWindow(browser), tables.url, table, SHARED[0] ?? 0);
  const bob = await Bettor.come(await inOwnWindow(browser), tables.url, table, BOBS);
  const evening = new Evening(ann, bob, optionsOfBook(beside));
  await evening.cut();
  await ann.sit(...SHARED.slice(1));
  await evening.wagerAtPage();
  await evening.play();
  await evening.readSides();
  for (let round = 1; round < ROUNDS_MOST && evening.left.size > 0; round += 1) {
    await evening.untilWagers();
    await evening.wager();
    // From here on it may take long until something new comes.
    if (!(await evening.play())) await Promise.all([ann.lookAway(), bob.lookAway()]);
  }
  expect([...evening.left], `options of ${book} that never came in ${ROUNDS_MOST} rounds`).toEqual(
    [],
  );
  await leave(ann, bob);
}

const leave = (...bettors: Bettor[]) =>
  Promise.all(bettors.map(({ page }) => page.context().close()));

for (const book of BOOKS) {
  test(`every option is at hand: ${book.book}`, async ({ browser }) => {
    const tables = await Tables.open(book.cards);
    await chooseAll(browser, tables, book);
    await tables.close();
  });
}

test('whoever plays at a shuffling device may add words of their own to its chance', async ({
  browser,
  tables,
}) => {
  await Promise.all(
    BOOKS.map(({ book }) => test.step(book, () => addWords(browser, tables, book))),
  );
});

async function addWords(browser: Browser, tables: Tables, book: string): Promise<void> {
  const table = await tables.found({ book, dealing: 'device' });
  const ann = await Bettor.come(await inOwnWindow(browser), tables.url, table, 4);
  const words = ann.page.getByRole('textbox', { name: 'Your words' });
  await expect(ann.page.getByRole('region', { name: 'The layout' })).toContainText(
    'Shuffling device',
  );
  await ann.button('Words for the device').click();
  await words.fill('a horse, a horse');
  await ann.button('Add').click();
  await ann.hears(`${ann.name} adds words to the device’s chance`);
  // They are added once, and before the first card.
  await expect(ann.button('Words for the device')).toHaveCount(0);
  await ann.put(4);
  await ann.button('Deal, $5').click();
  await ann.hears('No more wagers');
  await endRound(ann);
  await ann.hears('The round is over');
  await leave(ann);
}

for (const book of ['adelaide', 'sydney']) {
  test(`cards that are dealt face down are seen by whoever controls their box: ${book}`, async ({
    browser,
    tables,
  }) => {
    const table = await tables.found({ book, faces: 'down' });
    const ann = await Bettor.come(await inOwnWindow(browser), tables.url, table, 1);
    await ann.button('Cut here').click();
    const bob = await Bettor.come(await inOwnWindow(browser), tables.url, table, 7);
    // Bob's hand is to be played after ann's, so that the round goes on when she has drawn: a
    // Pontoon lies open.
    await untilAsked(ann, bob, ({ round }) => round?.boxes.at(-1)?.hands[0]?.cards[0] === 'down');
    const faces = (bettor: Bettor) =>
      bettor.box(1).getByRole('img', { name: / of (clubs|diamonds|hearts|spades)$/ });
    const backs = (bettor: Bettor) => bettor.box(1).getByRole('img', { name: 'Card face down' });
    await expect(faces(ann)).toHaveCount(2);
    await expect(ann.box(1).locator('.total')).toHaveText(/\d/);
    await expect(backs(bob)).toHaveCount(2);
    await expect(bob.box(1).locator('.total')).toHaveCount(0);
    // Who draws turns the cards up.
    await ann.press('d');
    await bob.hears('Box 1 is turned up');
    await expect(faces(bob)).toHaveCount(3);
    await expect(backs(bob)).toHaveCount(0);
    // At the end everybody sees every hand, also the one that was never drawn to.
    const theirs = ann.box(7).getByRole('img');
    await expect(theirs.and(ann.page.getByLabel('Card face down'))).toHaveCount(2);
    await endRound(ann, bob);
    await expect(
      theirs.and(ann.page.getByLabel(/ of (clubs|diamonds|hearts|spades)$/)).first(),
    ).toBeVisible();
    await expect(theirs.and(ann.page.getByLabel('Card face down'))).toHaveCount(0);
    await leave(ann, bob);
  });
}

test('where a book lets players out of a round that a failure interrupted, the page does', async ({
  browser,
  tables,
}) => {
  const table = await tables.found({ book: 'singapore' });
  const ann = await Bettor.come(await inOwnWindow(browser), tables.url, table, 1);
  await ann.button('Cut here').click();
  const bob = await Bettor.come(await inOwnWindow(browser), tables.url, table, 7);
  await untilAsked(ann, bob);
  await tables.house.kill();
  await expect(ann.page.getByText('Connection lost', { exact: false }).first()).toBeVisible();
  await tables.house.restart();
  await ann.button('Withdraw from the round').click();
  await ann.hears(`${ann.name} withdraws from the round`);
  await bob.button('Play on').click();
  await bob.hears(`The round goes on`);
  await leave(ann, bob);
});

/** Plays, each on their own box, until ann is asked how to play her hand. */
async function untilAsked(ann: Bettor, bob: Bettor, fits = (_: TableView) => true): Promise<void> {
  for (let round = 0; round < ROUNDS_MOST; round += 1) {
    await expect.poll(async () => (await ann.view()).phase).toBe('wagers');
    await ann.send({ lay: { lay: { wager: { box_no: 1, amount: 1000 } } } });
    await bob.send({ lay: { lay: { wager: { box_no: 7, amount: 1000 } } } });
    for (const bettor of [ann, bob]) await bettor.send('ready');
    // Insurance and surrender are asked before; of a Pontoon nothing is.
    const isAsked = (await ann.offers(true)).some(({ kind }) => kind === 'draw');
    if (isAsked && fits(await ann.view())) return;
    await endRound(ann, bob);
    for (const bettor of [ann, bob]) await bettor.cutPlainly();
  }
  throw new Error(`nobody was asked in ${ROUNDS_MOST} rounds`);
}
