// A table as the floor watches it, and the orders it is given.

import { bookPage, pairName } from '../books/books.svelte';
import { house } from '../net/house.svelte';
import { nameOf, withThoseGone } from '../table/people';
import { cited } from '../table/refusal';
import { type Happened, happened } from '../table/words';
import { announce } from '../ui/announcer.svelte';
import type { BookPage, Command, Frame, PlayerId, TableView } from '../wire';
import { refusal } from './refusal';

const LINES_MOST = 40;

export class FloorTable {
  view = $state.raw<TableView | null>(null);
  book = $state.raw<BookPage | null>(null);
  /** What happened since it is watched, the latest first. */
  lines = $state.raw<(Happened & { id: number })[]>([]);
  busy = $state(false);
  private players: PlayerId[] = [];
  private count = 0;
  private readonly unwatch: () => void;

  constructor(readonly id: number) {
    this.unwatch = house.socket.watch(id, {
      frame: (frame) => this.take(frame),
      private: () => {},
      missing: () => {
        this.view = null;
      },
    });
  }

  stop(): void {
    this.unwatch();
  }

  name = (player: PlayerId): string => (this.view ? nameOf(this.view, player) : `#${player}`);

  /**
   * Gives an order, for one round or for whatever comes. Nothing is the answer where it was done,
   * and else the house's words.
   */
  async do(command: Command, round: number | null = null): Promise<string | null> {
    this.busy = true;
    try {
      const answer = await house.socket.do(this.id, command, round);
      if ('done' in answer) return null;
      const { why, clause } = answer.refused;
      return cited(why, clause);
    } catch (error) {
      return refusal(error);
    } finally {
      this.busy = false;
    }
  }

  private take(came: Frame): void {
    const frame = withThoseGone(came, this.view);
    if (this.view?.book !== frame.view.book) void this.readBook(frame.view.book);
    const told = happened(frame, this.players, pairName(this.book));
    this.players = frame.view.round?.players ?? this.players;
    this.view = came.view;
    const fresh = told.map((line) => ({ ...line, id: ++this.count })).reverse();
    this.lines = [...fresh, ...this.lines].slice(0, LINES_MOST);
    // Cards and choices would drown what the floor must hear.
    const orders = frame.events.filter(
      ({ what }) => typeof what === 'string' || !('round' in what),
    );
    const heard = happened({ ...frame, events: orders }, this.players, pairName(this.book));
    if (heard.length > 0) announce(heard.map((line) => line.words).join('. '));
  }

  private async readBook(book: string): Promise<void> {
    this.book = await bookPage(book).catch(() => null);
  }
}
