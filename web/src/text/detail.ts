// A refusal said with its amounts in the page's currency and its times on the reader's clock.
import type { ErrorDetail } from '../wire';
import { t } from '.';
import { dateAndTime, span } from './dates';
import { money } from './money';

export function detailWords(detail: ErrorDetail): string {
  const w = t.shell.detail;
  if ('one_wager' in detail)
    return w.oneWager(money(detail.one_wager.amount), money(detail.one_wager.limit));
  if ('play' in detail) return w.play(span(detail.play.limit), dateAndTime(detail.play.until));
  if ('top_up_enough' in detail)
    return w.topUpEnough(money(detail.top_up_enough.has), money(detail.top_up_enough.least));
  if ('top_up_at_stake' in detail) return w.topUpAtStake(money(detail.top_up_at_stake.open));
  if ('wrong_password' in detail) return w.wrongPassword(detail.wrong_password.seconds);
  if ('wait' in detail) return w.wait(detail.wait.seconds);
  if ('top_up_given' in detail) return w.topUpGiven(dateAndTime(detail.top_up_given.until));
  if ('excluded' in detail) {
    const { until } = detail.excluded;
    return until === null ? w.excludedForEver : w.excluded(dateAndTime(until));
  }
  const [say, { amount, limit, left, until }] =
    'loss' in detail ? ([w.loss, detail.loss] as const) : ([w.wagered, detail.wagered] as const);
  return say(money(amount), money(limit), money(left), dateAndTime(until));
}
