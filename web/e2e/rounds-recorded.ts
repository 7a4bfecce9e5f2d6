// A round as `/api/rounds/read` answers it, small enough to be read: box 1 draws to 21 against the
// dealer's 17.

import type {
  Answering,
  BoxView,
  Card,
  LegalLine,
  NeedLine,
  RoundPage,
  RoundQuestion,
  RoundWhat,
  Settled,
  Stage,
  StepLine,
  ThenDo,
} from '../src/wire';

export const TEXT = `book sydney
box 1  ann* 25
deal   6s | 9d | 5h
1      draw Kc
dealer 8c
`;

const HAND = { box_no: 1, hand: 0 };

function box(cards: Card[], points: number | null, open = true): BoxView {
  const total = points === null ? null : { points, kind: 'hard' as const };
  const stakes = [{ player: 0, wager: 2500, double: 0, open, surrendered: false }];
  return {
    no: 1,
    controller: 0,
    hands: [{ cards: cards.map((up) => ({ up })), total, doubled: false, stakes }],
  };
}

function choices(values: boolean): LegalLine[] {
  const line = (
    words: string,
    choice: LegalLine['choice'],
    clause: string,
    worth: number,
    least: number | null,
  ) => ({
    player: 'ann',
    words,
    choice,
    hand: HAND,
    least,
    clause,
    worth: values ? worth : null,
  });
  return [
    line('stand', { stand: { hand: HAND } }, '10.1', -0.5312, null),
    line('draw', { draw: { hand: HAND } }, '10.1', 0.1204, null),
    line('double 5 to 25', { double: { hand: HAND, amount: 2500 } }, '11.1', 0.1731, 500),
  ];
}

const card = (words: string): NeedLine => ({ kind: 'card', words, of: [] });
const TO_HAND = card('a card for hand 1 of box 1');
const TO_DEALER = card('a card for the dealer');

const dealt = (card: Card, to: 'dealer' | null = null): RoundWhat => ({
  dealt: { card, to: to ?? { hand: HAND }, face: 'up' },
});
const WON: Settled = {
  box_no: 1,
  hand: 0,
  player: 0,
  kind: 'wager',
  outcome: 'won',
  odds: '1 to 1',
  stake: 2500,
  net: 2500,
};

interface Short {
  line: number | null;
  did: StepLine['did']['kind'];
  happened: [what: RoundWhat, words: string, clause: string][];
  stage: Stage;
  boxes: BoxView[];
  dealer?: Card[];
  needs: NeedLine | null;
}

function steps(): Short[] {
  const decides: NeedLine = {
    kind: 'choice',
    words: 'ann decides on hand 1 of box 1',
    of: ['ann'],
  };
  const wagers: NeedLine = { kind: 'wagers', words: 'wagers are open', of: [] };
  return [
    {
      line: 2,
      did: 'choose',
      happened: [
        [
          { wager_placed: { box_no: 1, player: 0, amount: 2500, seated: true } },
          'ann wagers 25 on box 1',
          '6.1',
        ],
      ],
      stage: 'wagering',
      boxes: [{ no: 1, controller: null, hands: [] }],
      needs: wagers,
    },
    {
      line: 3,
      did: 'close',
      happened: [[{ began: 'initial_deal' }, 'the initial deal begins', '8.1']],
      stage: 'initial_deal',
      boxes: [box([], null)],
      needs: TO_HAND,
    },
    {
      line: 3,
      did: 'deal',
      happened: [[dealt('6s'), '6s to hand 1 of box 1', '8.1']],
      stage: 'initial_deal',
      boxes: [box(['6s'], 6)],
      needs: TO_DEALER,
    },
    {
      line: 3,
      did: 'deal',
      happened: [[dealt('9d', 'dealer'), '9d to the dealer', '8.1']],
      stage: 'initial_deal',
      boxes: [box(['6s'], 6)],
      dealer: ['9d'],
      needs: TO_HAND,
    },
    {
      line: 3,
      did: 'deal',
      happened: [
        [dealt('5h'), '5h to hand 1 of box 1', '8.1'],
        [{ began: 'subsequent_deal' }, 'the subsequent deal begins', '10.1'],
      ],
      stage: 'subsequent_deal',
      boxes: [box(['6s', '5h'], 11)],
      dealer: ['9d'],
      needs: decides,
    },
    {
      line: 4,
      did: 'choose',
      happened: [[{ card_asked: { hand: HAND, by: 0 } }, 'hand 1 of box 1 draws', '10.1']],
      stage: 'subsequent_deal',
      boxes: [box(['6s', '5h'], 11)],
      dealer: ['9d'],
      needs: TO_HAND,
    },
    {
      line: 4,
      did: 'deal',
      happened: [
        [dealt('Kc'), 'Kc to hand 1 of box 1', '10.1'],
        [{ hand_ended: { hand: HAND, how: 'twenty_one' } }, 'hand 1 of box 1 has 21', '10.1'],
      ],
      stage: 'dealers_hand',
      boxes: [box(['6s', '5h', 'Kc'], 21)],
      dealer: ['9d'],
      needs: TO_DEALER,
    },
    {
      line: 5,
      did: 'deal',
      happened: [
        [dealt('8c', 'dealer'), '8c to the dealer', '17.1.1'],
        [{ settled: WON }, 'ann wins 25 on hand 1 of box 1', '17.1.10'],
      ],
      stage: 'over',
      boxes: [box(['6s', '5h', 'Kc'], 21, false)],
      dealer: ['9d', '8c'],
      needs: null,
    },
  ];
}

function full(values: boolean) {
  return (short: Short, place: number, all: Short[]): StepLine => {
    const { line, did, happened, stage, boxes, dealer = [], needs } = short;
    const asked = all[place - 1]?.needs?.kind === 'choice';
    const double = happened.some(([what]) => typeof what === 'object' && 'doubled' in what);
    const worth = double ? 0.1731 : 0.1204;
    const chose = {
      legal: double ? 2 : 1,
      worth: values ? worth : null,
      best: values ? 2 : null,
      cost: values ? 0.1731 - worth : null,
    };
    return {
      step: place + 1,
      line,
      did: { kind: did, player: did === 'choose' ? 'ann' : null },
      happened: happened.map(([what, words, clause]) => ({ what, words, clause })),
      view: {
        stage,
        boxes,
        dealer,
        dealer_total:
          dealer.length === 0 ? null : { points: dealer.length === 1 ? 9 : 17, kind: 'hard' },
        dealer_pontoon: false,
        in_turn: needs?.kind === 'choice' ? HAND : null,
        waiting_for: needs?.kind === 'choice' ? [0] : [],
      },
      needs,
      legal: needs?.kind === 'choice' ? choices(values) : [],
      note: null,
      chose: asked && did === 'choose' ? chose : null,
    };
  };
}

/** What is done after the steps, chance's answer being always the same. */
function answered({ then = [] }: RoundQuestion): Exclude<ThenDo, { chance: Answering }>[] {
  return (then ?? []).map((each) =>
    typeof each === 'object' && 'chance' in each ? { deal: { draw: { card: 'Ks' } } } : each,
  );
}

/** What follows the decision instead. */
function added(question: RoundQuestion): Short[] {
  const cards: Card[] = ['6s', '5h'];
  return answered(question).map((then): Short => {
    const boxes = () => [box([...cards], null)];
    if (then === 'close')
      return {
        line: null,
        did: 'close',
        happened: [],
        stage: 'initial_deal',
        boxes: boxes(),
        needs: TO_HAND,
      };
    if ('choose' in then)
      return {
        line: null,
        did: 'choose',
        happened: [
          [
            { doubled: { hand: HAND, player: 0, amount: 2500 } },
            'ann doubles hand 1 of box 1',
            '11.1',
          ],
        ],
        stage: 'subsequent_deal',
        boxes: boxes(),
        dealer: ['9d'],
        needs: TO_HAND,
      };
    const { draw } = then.deal;
    if (typeof draw === 'object' && 'card' in draw) cards.push(draw.card);
    return {
      line: null,
      did: 'deal',
      happened: [[dealt(cards.at(-1) ?? ''), `${cards.at(-1)} to hand 1 of box 1`, '11.1']],
      stage: 'dealers_hand',
      boxes: boxes(),
      dealer: ['9d'],
      needs: TO_DEALER,
    };
  });
}

export function recorded(question: RoundQuestion): RoundPage {
  const own = steps().slice(0, question.after ?? Number.POSITIVE_INFINITY);
  const all = [...own, ...added(question)].map(full(question.values ?? false));
  const last = all.at(-1);
  const finished = last?.needs === null;
  const won = {
    bettor: 'ann',
    box_no: 1,
    hand: 1,
    kind: 'wager',
    result: 'won',
    stake: 2500,
    odds: '1 to 1',
    net: 2500,
    clause: '17.1.10',
  };
  return {
    book: 'sydney@1',
    title: 'Pontoon, The Star Sydney',
    changed: {},
    players: ['ann'],
    steps: all,
    finished,
    needs: last?.needs ?? null,
    results: finished ? [won] : [],
    nets: [{ player: 'ann', net: finished ? 2500 : 0 }],
    refused: [],
    statements: 0,
    text: question.text,
    instead: answered(question),
  };
}
