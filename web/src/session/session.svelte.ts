// Who is here: a visitor, or somebody with an account or without. Whether a session still holds is
// the server's to say.

import { house } from '../net/house.svelte';
import { ApiError, askAs, get, post, whenRefused } from '../net/http';
import { t } from '../text';
import { dateAndTime } from '../text/dates';
import { say } from '../text/errors';
import { toasts } from '../ui/toast.svelte';
import type { Deed, Me, Opened, PlayerId } from '../wire';

/** What must be done before anything else. */
export type Due = 'password' | 'change' | null;

/** How long after a failure it is asked again who is here. */
const AGAIN = 2000;

/** Whether the house said that nobody is signed in. */
const isNobody = (error: unknown): boolean =>
  error instanceof ApiError && ['not_signed_in', 'session'].includes(error.code);

export class Session {
  me = $state<Me | null>(null);
  /** Whether the server has said who is here. */
  known = $state(false);
  due = $state<Due>(null);
  /** Whether the dialog for coming in is open, and with what in mind. */
  door = $state<'sign-in' | 'register' | null>(null);
  /** Whose session ended, while the door is open for that reason. */
  ended = $state<string | null>(null);

  /** What is refused while one signs out is no news. */
  private isLeaving = false;
  private coming: Promise<void> | null = null;
  /** How often it was asked who is here: only the last answer counts. */
  private looks = 0;
  /** How often it was asked what is at stake: the same. */
  private refreshes = 0;

  /** Whether somebody is here, and it could not be told yet who. */
  get isUnclear(): boolean {
    return this.me === null && this.due === null && house.person !== null;
  }

  /** Whether the house lets whoever is here do this somewhere. */
  may = (deed: Deed): boolean => this.me?.deeds.includes(deed) ?? false;

  /** Connects. The server's first word says whether somebody is here; who, is asked then. */
  begin(): void {
    whenRefused((error) => this.noticed(error));
    askAs(() => this.me?.person ?? null);
    house.socket.start();
  }

  /** The server said who is here. */
  heard(person: PlayerId | null): void {
    if (person !== null && this.me?.person !== person) {
      // Somebody is here: who it is, is asked until the house answers. What it refuses is told
      // elsewhere.
      void this.look().catch((error) => {
        const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
        if (!isRefused) setTimeout(() => house.person === person && this.heard(person), AGAIN);
      });
    }
    if (person === null) this.me = null;
    this.known ||= person === null;
  }

  /** Comes in as a guest; whoever asks for it twice at once comes in once. */
  guest(): Promise<void> {
    this.coming ??= this.comeAsGuest().finally(() => {
      this.coming = null;
    });
    return this.coming;
  }

  private async comeAsGuest(): Promise<void> {
    // Somebody is here and it could not be told yet who: nobody takes their place.
    if (house.person !== null && !this.me) {
      await this.look().catch((error) => {
        if (!isNobody(error)) throw error;
      });
    }
    if (!this.me) await this.enter(post<Opened>('/api/guest'));
  }

  async signIn(handle: string, password: string): Promise<void> {
    await this.enter(post<Opened>('/api/sign-in', { handle, password }));
  }

  async register(handle: string, password: string): Promise<void> {
    await this.enter(post<Opened>('/api/register', { handle, password }));
  }

  /** Whoever could not be signed out is told so, and is still here. */
  async signOut(): Promise<void> {
    this.isLeaving = true;
    try {
      await post('/api/sign-out');
    } catch (error) {
      toasts.add(say(error), 'bad');
      return;
    } finally {
      this.isLeaving = false;
    }
    this.leave();
    toasts.add(t.session.signedOut);
  }

  /** Asks anew what is at stake; what cannot be had stays as it was. */
  async refresh(): Promise<void> {
    this.refreshes += 1;
    const { looks, refreshes } = this;
    const me = await get<Me>('/api/me').catch(() => null);
    if (!me || looks !== this.looks || refreshes !== this.refreshes) return;
    const isOther = me.person !== this.me?.person;
    this.me = me;
    if (!isOther) return;
    // Somebody else signed in, in another window: the connection of this one is still whoever was
    // here before.
    house.balance = null;
    house.socket.start();
  }

  async reauthenticate(password: string): Promise<void> {
    await post('/api/me/reauthenticate', { password });
    await this.goOn();
  }

  /** Leaves a session that waits for its password, for another. */
  another(): void {
    this.due = null;
    this.door = 'sign-in';
  }

  /** Stays outside. A session that waits for its password still does. */
  closeDoor(): void {
    this.door = null;
    this.ended = null;
    if (this.isCut) void this.check();
  }

  async changePassword(old: string, fresh: string): Promise<void> {
    await post('/api/me/password', { old, new: fresh });
    toasts.add(t.session.change.done, 'good');
    await this.goOn();
  }

  /**
   * Called when the connection was refused or ended for the session's sake, or could not be made:
   * asking tells why.
   */
  async check(): Promise<void> {
    await this.look().catch(() => {});
    if (this.due === null && this.isCut) house.socket.start();
  }

  /** What was due is done. */
  private async goOn(): Promise<void> {
    this.due = null;
    await this.check();
  }

  /** Whether there is no connection, and none is being tried for. */
  private get isCut(): boolean {
    return house.connection === 'session_over' || house.connection === 'stopped';
  }

  private async enter(opening: Promise<Opened>): Promise<void> {
    const { last, then } = await opening;
    // Whoever was here before had another.
    house.balance = null;
    // The door stays open until then: what is wrong is said there.
    await this.look().catch((error) => {
      // The house let them in and does not know them: the browser gave its cookie not back.
      if (error instanceof ApiError && error.code === 'not_signed_in')
        throw new ApiError(0, 'no_cookie', '');
    });
    this.door = null;
    this.ended = null;
    if (then === 'change_password') this.owe('change');
    else if (last !== null) toasts.add(t.session.lastTime(dateAndTime(last)));
    if (this.due === null) house.socket.start();
  }

  /**
   * The house connects nobody who owes it a password: to try would look like a connection that is
   * lost.
   */
  private owe(due: 'password' | 'change'): void {
    this.due = due;
    house.socket.stop();
  }

  private async look(): Promise<void> {
    this.looks += 1;
    const { looks } = this;
    try {
      const me = await get<Me>('/api/me');
      // Somebody left or came while this was asked.
      if (looks !== this.looks) return;
      this.me = me;
      house.balance ??= me.balance;
    } finally {
      this.known = true;
    }
  }

  private leave(): void {
    this.looks += 1;
    this.me = null;
    this.due = null;
    house.balance = null;
    house.socket.start();
  }

  private noticed({ code, status }: ApiError): void {
    if (code === 'password_needed') this.owe('password');
    else if (code === 'change_password_first') this.owe('change');
    else if (status === 401 && code === 'session' && !this.isLeaving) {
      // The answer took the cookie away; the connection of that session is of no more use either.
      if (this.me?.kind === 'guest') toasts.add(t.session.guestOver);
      else if (this.me) {
        this.ended = this.me.handle;
        this.door = 'sign-in';
      }
      this.leave();
    } else if (code === 'somebody_else') void this.refresh();
    else if (code === 'not_signed_in') {
      // The cookie is gone, and this window did not give it away.
      const isGuest = this.me?.kind === 'guest';
      const wasHere = this.me !== null && !this.isLeaving;
      this.me = null;
      if (!wasHere) return;
      toasts.add(isGuest ? t.session.guestOver : t.session.signedOutElsewhere);
      // The connection is still whoever was here.
      house.socket.start();
    }
  }
}

export const session = new Session();
