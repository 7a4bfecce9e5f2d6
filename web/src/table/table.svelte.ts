// One table as this page knows it: its last version, what one may do there, and the commands one
// gives.
import { bookPage, pairName } from '../books/books.svelte';
import { notice } from '../fair/seen';
import { house } from '../net/house.svelte';
import { isOpen } from '../net/http';
import { keyOf } from '../net/keys';
import { NotDone, type Watcher } from '../net/socket';
import { session } from '../session/session.svelte';
import { t } from '../text';
import { say } from '../text/errors';
import { soundOfCard } from '../theme/sound';
import { look } from '../theme/theme.svelte';
import { announce } from '../ui/announcer.svelte';
import { REST } from '../ui/rest';
import { toasts } from '../ui/toast.svelte';
import type {
  BookPage,
  Can,
  Command,
  Frame,
  Money,
  PlayerId,
  PrivateView,
  TableView,
} from '../wire';
import { type Action, actions } from './action';
import { Advised } from './advised.svelte';
import { whenSeen } from './dealt';
import { EMPTY, type Felt, follow, type Result, withOwn } from './felt';
import { askedBoxes } from './lying';
import { nameOf, withThoseGone } from './people';
import { type Why, whyRefused } from './refusal';
import { Running } from './running.svelte';
import { type Happened, happened, happenedBefore } from './words';

const LOG_MOST = 400;
/** How long a settled round lies before the spots are cleared for the next. */
const SETTLED_FOR = 1600;
/** Seats from the middle of the arc outwards. */
const SEATS = [4, 3, 5, 2, 6, 1, 7];

const isChoice = (command: Command): command is Extract<Command, { choose: unknown }> =>
  typeof command === 'object' && 'choose' in command;

const isLaying = (command: Command): boolean => typeof command === 'object' && 'lay' in command;

/**
 * Whether a command is meant for the round that is seen or the one that comes next, and for none
 * after it.
 */
const isForRound = (command: Command): boolean =>
  command === 'ready' || isChoice(command) || isLaying(command);

/** Whether buttons move when it is done: the second click of a double click would meet another. */
const isMoving = (command: Command): boolean =>
  isForRound(command) ||
  (typeof command === 'object' && ('withdraw' in command || 'give_up' in command));

const NOTHING: PrivateView = { can: [], own: [] };

export interface Logged extends Happened {
  id: number;
}

export class Table {
  view = $state.raw<TableView | null>(null);
  version = $state(0);
  /** Whether the house does not show it any more, as a private table that is over. */
  isGone = $state(false);
  book = $state.raw<BookPage | null>(null);
  log = $state.raw<Logged[]>([]);
  /** Whether the spots still show the round that is over. */
  settling = $state(false);
  /** Whether cards are on their way to where they lie. */
  isDealing = $state(false);
  /** Commands on their way. */
  private commands = $state(0);
  /** Whether an answer came just now. */
  private isResting = $state(false);
  private layout = $state.raw<Felt>(EMPTY);
  private told = $state.raw<PrivateView>(NOTHING);
  private toldTo = $state<PlayerId | null>(null);
  private count = 0;
  /** The seats that are being asked for; undefined is any. */
  private readonly wanted = new Set<number | undefined>();
  private clearing: ReturnType<typeof setTimeout> | undefined;
  /** What was told and is not in the list yet. */
  private unlisted: Happened[] = [];
  /**
   * Whether what the round that is over brought must still be read, and advice on what is asked be
   * asked for.
   */
  private awaited = { statement: false, advice: false };
  /** When the last card lands, by the clock that frames are taken at. */
  private landing = 0;
  private stopWaiting = (): void => {};
  private resting: ReturnType<typeof setTimeout> | undefined;
  private readonly unwatch: () => void;
  readonly running: Running;
  readonly advised: Advised;

  me: PlayerId | null = $derived(session.me?.person ?? null);
  /** Whether what the table told was told to whoever is here now. */
  private isMine = $derived(this.me !== null && this.toldTo === this.me);
  /** What one may do. */
  can: Can[] = $derived(this.isMine ? this.told.can : []);
  felt = $derived(withOwn(this.layout, this.isMine ? this.told.own : []));
  isHere = $derived(this.view?.people.some((person) => person.player === this.me) ?? false);
  ownBoxes = $derived(
    this.view?.boxes
      .filter((box) => this.me !== null && box.seated === this.me)
      .map((box) => box.no) ?? [],
  );
  /**
   * Whether one may come to the table. It says so to those it knows; a visitor it tells no more
   * than that it is open.
   */
  canJoin = $derived(
    this.me === null ? this.view?.phase !== 'closed' : session.may('sit') && !!this.may('arrive'),
  );
  /** How many wagers were settled before the cards that are on their way. */
  private settledBefore = $state(0);
  /** What wagers came to, as far as the cards that decided it have landed. */
  settled: readonly Result[] = $derived(
    this.isDealing ? this.felt.results.slice(0, this.settledBefore) : this.felt.results,
  );
  results: Result[] = $derived(this.felt.results.filter((result) => result.player === this.me));
  /**
   * Whether something is to be told of the round that is over: it was settled for this player, or
   * is void.
   */
  isConcerned = $derived(this.results.length > 0 || this.felt.void !== null);
  offered: Action[] = $derived(
    actions(this.can, (place) => this.name(this.felt.players[place] ?? -1)),
  );
  /** What is asked, so that one question can be told from the next. */
  private question = $derived(this.offered.map(({ key }) => key).join(' '));
  /** One's own wager on the hand that is asked about first. */
  wager: Money | null = $derived.by(() => {
    const at = this.offered[0]?.at;
    const hand = this.felt.boxes.find((box) => box.no === at?.box_no)?.hands[at?.hand ?? 0];
    return hand?.stakes.find((stake) => stake.player === this.me)?.wager ?? null;
  });
  asked = $derived(askedBoxes(this.view?.round ?? null, this.offered));
  /** Whether an answer is waited for. */
  isAsking = $derived(this.commands > 0);
  /**
   * Whether what is pressed does nothing: a double click asks once, and not for what came under it
   * meanwhile.
   */
  isBusy = $derived(this.isAsking || this.isResting);
  /** Whether a decision must wait: for the answer to the last one, or for cards on their way. */
  isHeld = $derived(this.isBusy || this.isDealing);
  pairs = $derived(pairName(this.book));
  /** Whether the spots show wagers of a round and not those for the next. */
  inRound = $derived(this.view?.phase === 'round' || this.settling);

  constructor(readonly id: number) {
    this.running = new Running(id);
    this.advised = new Advised(id);
    const watcher: Watcher = {
      frame: (frame) => this.take(frame),
      private: ({ view }) => {
        const before = this.question;
        this.told = view;
        this.toldTo = house.person;
        // The clock of one question may end under a click that was meant for it: the next is not
        // answered by that.
        if (before !== '' && before !== this.question) this.rest();
        // What is best tells of cards: it is not asked for before they have landed.
        this.awaited.advice = this.isDealing;
        this.advised.follow(this.offered.length > 0 && !this.isDealing);
      },
      missing: () => {
        this.view = null;
        this.isGone = true;
      },
    };
    this.unwatch = house.socket.watch(id, watcher, keyOf(id));
  }

  stop(): void {
    clearTimeout(this.clearing);
    this.stopWaiting();
    clearTimeout(this.resting);
    this.setDealing(false);
    this.unwatch();
  }

  name = (player: PlayerId): string => (this.view ? nameOf(this.view, player) : '');

  may(
    what: 'arrive' | 'depart' | 'ready' | 'refuse_cut' | 'give_seed' | 'withdraw_from_round',
  ): Can | undefined {
    return this.can.find((can) => can.what === what);
  }

  private take(frame: Frame): void {
    const { players, over: wasOver, dealt, round, results } = this.layout;
    // One's own cards of one round are not those of another; what one sees of this one follows the
    // frame.
    if (frame.view.round?.no !== this.view?.round?.no) this.told = { ...this.told, own: [] };
    this.layout = follow(this.layout, frame, performance.now());
    if (!this.isDealing) this.settledBefore = results.length;
    if (this.layout.round !== round) this.settledBefore = 0;
    this.running.follow(frame, this.me);
    const told = happened(withThoseGone(frame, this.view), players, this.pairs);
    const isFirst = this.view === null;
    if (isFirst) void this.readBook(frame);
    this.view = frame.view;
    this.isGone = false;
    notice(frame.table, frame.view.shoe, frame.at);
    this.version = frame.version;
    if (this.layout.dealt > dealt && !isFirst) soundOfCard();
    this.tell(told);
    this.waitForCards();
    if (this.layout.over && !wasOver) this.over();
    else if (!this.layout.over) this.settling = false;
  }

  private tell(lines: Happened[]): void {
    if (lines.length === 0) return;
    announce(lines.map((line) => line.words).join('. '));
    this.unlisted = [...this.unlisted, ...lines];
  }

  /**
   * The layout comes first, and the list beside it when the last card has landed: it tells of no
   * card before it is seen.
   */
  private waitForCards(): void {
    const bringsCards = this.untilLanded > 0;
    const { landed } = this.layout;
    // Pictures may be behind the clock: a frame without cards neither ends the wait for those
    // before it nor prolongs it.
    this.landing = bringsCards ? landed : Math.min(this.landing, landed);
    this.setDealing(this.isDealing || bringsCards);
    this.stopWaiting();
    this.stopWaiting = whenSeen(look.isStill ? 0 : this.landing, () => this.cardsLanded());
  }

  private setDealing(isDealing: boolean): void {
    this.isDealing = isDealing;
    house.isDealing = isDealing;
  }

  private get untilLanded(): number {
    return look.isStill ? 0 : Math.max(0, this.layout.landed - performance.now());
  }

  private cardsLanded(): void {
    this.setDealing(false);
    const { statement, advice } = this.awaited;
    this.awaited = { statement: false, advice: false };
    if (statement) void this.running.read().catch(() => {});
    if (advice) this.advised.follow(this.offered.length > 0);
    if (this.unlisted.length === 0) return;
    const lines = this.numbered(this.unlisted);
    this.unlisted = [];
    this.log = [...this.log, ...lines].slice(-LOG_MOST);
  }

  private numbered(lines: Happened[]): Logged[] {
    return lines.map((line) => ({ ...line, id: ++this.count }));
  }

  private over(): void {
    this.awaited.statement = this.isConcerned;
    const { round, void: why } = this.layout;
    if (this.isConcerned && round !== null && why === null)
      this.running.end(
        round,
        this.results.reduce((net, result) => net + result.net, 0),
      );
    this.settling = true;
    clearTimeout(this.clearing);
    this.clearing = setTimeout(() => {
      this.settling = false;
    }, this.untilLanded + SETTLED_FOR);
  }

  private async readBook(first: Frame): Promise<void> {
    this.book = await bookPage(first.view.book).catch(() => null);
    // Whoever comes to a round finds in the list what happened in it, in its book's words; nobody
    // hears it, for it is not new.
    this.log = [...this.numbered(happenedBefore(first, this.pairs)), ...this.log];
  }

  /**
   * Gives a command. Nothing is the answer where it was done, and else why it was not. What is one
   * of several is meant for the round of the first of them, whatever is seen by then.
   */
  async ask(
    command: Command,
    rounds: number | null = this.view?.rounds ?? null,
  ): Promise<Why | null> {
    this.commands += 1;
    // By the time it is answered the table has gone on.
    const decision = isChoice(command)
      ? this.advised.price(command.choose.choice, this.wager)
      : null;
    try {
      // However long it is on its way.
      const answer = await house.socket.do(this.id, command, isForRound(command) ? rounds : null);
      if ('refused' in answer) return whyRefused(answer.refused);
      if (decision) this.advised.note(decision);
      // Whoever wagers sees the wager, and not the round before.
      if (isLaying(command)) this.settling = false;
      return null;
    } catch (error) {
      // Of a session that is over the dialog for signing in tells.
      const code = error instanceof NotDone ? error.code : '';
      const isPassing = code === 'late' || code === 'session' || isOpen(code);
      return { words: code === 'session' ? '' : say(error), isLate: code === 'late', isPassing };
    } finally {
      this.commands -= 1;
      if (isMoving(command)) this.rest();
    }
  }

  private rest(): void {
    this.isResting = true;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.isResting = false;
    }, REST);
  }

  /** Gives a command and says so where it is refused. Whether it was done is the answer. */
  async do(command: Command): Promise<boolean> {
    const why = await this.ask(command);
    if (why) this.say(why);
    return why === null;
  }

  say({ words }: Why): void {
    if (words !== '') toasts.add(words);
  }

  /** Who is ready wants the round to begin; where it has begun, there is nothing to tell. */
  async ready(rounds?: number | null): Promise<void> {
    const why = await this.ask('ready', rounds);
    if (why && !why.isLate) this.say(why);
  }

  /**
   * Comes to the table, as a guest where nobody is signed in, and takes a seat: this one, or the
   * first that is free.
   */
  async sit(box?: number): Promise<void> {
    // A click that comes twice asks once.
    if (this.wanted.has(box)) return;
    this.wanted.add(box);
    await this.takeSeat(box).finally(() => this.wanted.delete(box));
  }

  private async takeSeat(box: number | undefined): Promise<void> {
    try {
      if (!session.me) await session.guest();
    } catch (error) {
      toasts.add(say(error), 'bad');
      return;
    }
    const { me } = session;
    if (!me || !this.view) return;
    const isHere = this.view.people.some((person) => person.player === me.person);
    if (!isHere && !(await this.do({ arrive: { name: me.handle } }))) return;
    const free = SEATS.filter((no) =>
      this.view?.boxes.some(
        (each) =>
          each.no === no && each.seated === null && [null, me.person].includes(each.reserved),
      ),
    );
    const seat = box ?? free[0];
    if (seat !== undefined) await this.do({ sit: { box_no: seat } });
    else toasts.add(t.table.tableFull);
  }
}
