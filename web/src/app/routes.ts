// Every screen of the page with its address. A screen is loaded when it is first shown.
import type { Component } from 'svelte';
import { hasLog, isOnFloor, type May } from '../session/deeds';
import { t } from '../text';

export interface Route {
  path: string;
  title: string;
  /** The parameters of the address are the properties of the screen. */
  load: () => Promise<{ default: Component<Record<string, string>> }>;
}

type Load = Route['load'];
// Screens declare the parameters they need; which address has which is settled here, where both are
// in sight.
const screen = (load: () => Promise<{ default: unknown }>): Load => load as Load;
// A book stays where it is when one of its clauses is asked for.
const book = screen(() => import('../rules/Book.svelte'));
const floor = screen(() => import('../floor/Floor.svelte'));
const log = screen(() => import('../log/Log.svelte'));
const shoe = screen(() => import('../fair/Shoe.svelte'));

export const routes: readonly Route[] = [
  { path: '/', title: t.shell.lobby, load: screen(() => import('../lobby/Lobby.svelte')) },
  {
    path: '/table/{table}',
    title: t.shell.table,
    load: screen(() => import('../table/Table.svelte')),
  },
  { path: '/me', title: t.shell.me, load: screen(() => import('../session/Me.svelte')) },
  {
    path: '/trainer',
    title: t.shell.trainer,
    load: screen(() => import('../trainer/Trainer.svelte')),
  },
  { path: '/lab', title: t.shell.lab, load: screen(() => import('../lab/Lab.svelte')) },
  { path: '/rounds', title: t.shell.rounds, load: screen(() => import('../rounds/Rounds.svelte')) },
  {
    path: '/rounds/{table}/{round}',
    title: t.shell.rounds,
    load: screen(() => import('../rounds/Round.svelte')),
  },
  { path: '/primer', title: t.shell.primer, load: screen(() => import('../rules/Primer.svelte')) },
  { path: '/rules', title: t.shell.rules, load: screen(() => import('../rules/Rules.svelte')) },
  { path: '/rules/{book}', title: t.shell.rules, load: book },
  {
    path: '/rules/{book}/settings',
    title: t.shell.rules,
    load: screen(() => import('../rules/Settings.svelte')),
  },
  {
    path: '/rules/{book}/compare/{other}',
    title: t.shell.rules,
    load: screen(() => import('../rules/Compare.svelte')),
  },
  { path: '/rules/{book}/{clause}', title: t.shell.rules, load: book },
  { path: '/floor', title: t.shell.floor, load: floor },
  { path: '/floor/{part}', title: t.shell.floor, load: floor },
  { path: '/floor/{part}/{no}', title: t.shell.floor, load: floor },
  { path: '/fair', title: t.shell.fair, load: screen(() => import('../fair/Fair.svelte')) },
  { path: '/fair/{table}', title: t.shell.fair, load: shoe },
  { path: '/fair/{table}/{shoe}', title: t.shell.fair, load: shoe },
  { path: '/fair/{table}/round/{round}', title: t.shell.fair, load: shoe },
  { path: '/log', title: t.shell.log, load: log },
  { path: '/log/{part}', title: t.shell.log, load: log },
];

const MENU = ['/', '/trainer', '/lab', '/rounds', '/rules', '/fair'];

/** What the header leads to, for somebody who may do this. */
export function menuFor(may: May): Pick<Route, 'path' | 'title'>[] {
  const paths = [...MENU, ...(isOnFloor(may) ? ['/floor'] : []), ...(hasLog(may) ? ['/log'] : [])];
  return paths.flatMap((path) => routes.find((route) => route.path === path) ?? []);
}
