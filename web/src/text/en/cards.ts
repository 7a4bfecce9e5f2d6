export const cards = {
  rank: { A: 'Ace', K: 'King', Q: 'Queen', J: 'Jack', T: '10' } as Record<string, string>,
  suit: { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' },
  name: (rank: string, suit: string) => `${rank} of ${suit}`,
};
