// The house tells a round in the words of its notation: `8s to box 1 hand 2`. Here it is said as the table says it. What is
// not understood stays as it came.
import { cardName } from '../cards/card';
import { rounds } from '../text/en/rounds';
import { money, parseMoney } from '../text/money';
import type { RoundPage } from '../wire';

const CARD = /^([2-9TJQKA]|10)[cdhs](?= to )/;
/** Amounts come after these words, or with a sign. */
const AMOUNT = /(?<=(?:wagers|with|for|of|only) |, )\d+(?:\.\d\d)?(?=$|[ ,])|(?<= )[+-]\d+(?:\.\d\d)?$/g;
/** `box 1`, `box 1 hand 2`, `box 1/2`, `hand 2 of box 1`. */
const PLACE = /hand (\d+) of box (\d+)|box (\d+)(?:(?: hand |\/)(\d+))?/g;

const inMoney = (text: string): string => {
  const sign = text.startsWith('+') ? '+' : text.startsWith('-') ? '−' : '';
  return `${sign}${money(parseMoney(text.replace(/^[+-]/, '')) ?? 0)}`;
};

/** Says the words of a page's round. A hand is told by its number only where its box has several in the end. */
export function teller(page: RoundPage): (words: string) => string {
  const split = new Set(
    page.steps.flatMap(({ view }) => view.boxes.filter((box) => box.hands.length > 1).map((box) => box.no)),
  );
  const place = (_: string, hand: string, of: string, box: string, its: string): string => {
    const no = Number(of ?? box);
    return rounds.hand(no, Number(hand ?? its), (hand ?? its) !== undefined && split.has(no));
  };
  return (words) => {
    const said = words.replace(CARD, cardName).replace(AMOUNT, inMoney).replace(PLACE, place);
    // A name is written as its owner writes it.
    const isName = page.players.some((player) => /^[ ,’']/.test(said.slice(player.length)) && said.startsWith(player));
    return isName ? said : said.charAt(0).toUpperCase() + said.slice(1);
  };
}
