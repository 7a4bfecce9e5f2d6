// Writes primitives.json: `node make.mjs > primitives.json`, in this folder.
//
// The values are reckoned here from docs/fair.md with Node's own digests, signatures and ciphers, not with the crate that
// is tested against them.

import { createCipheriv, createHash, createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';

const RANKS = 'A23456789JQK';
const be = (value, length) => Buffer.from(BigInt(value).toString(16).padStart(length * 2, '0'), 'hex');
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const bytes = (length, first) => Buffer.from(Array.from({ length }, (_, at) => (first + 7 * at) % 256));
const deck = [...RANKS].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
const pile = (decks) => deck.flatMap((card) => Array(decks).fill(card));

// Shoes: the order is every card of a pile, stepped through with a stride.

const leaf = (id, place, card, salt) =>
  sha256(Buffer.of(0), Buffer.from('pontoon/shoe/card/v1'), id, be(place, 4), Buffer.from(card), salt);
const split = (size) => 2 ** (Math.ceil(Math.log2(size)) - 1);
const root = (leaves) =>
  leaves.length === 1
    ? leaves[0]
    : sha256(Buffer.of(1), root(leaves.slice(0, split(leaves.length))), root(leaves.slice(split(leaves.length))));
// RFC 6962, 2.1.1.
const path = (place, leaves) => {
  if (leaves.length === 1) return [];
  const half = split(leaves.length);
  return place < half
    ? [...path(place, leaves.slice(0, half)), root(leaves.slice(half))]
    : [...path(place - half, leaves.slice(half)), root(leaves.slice(0, half))];
};

function shoe(n, first) {
  const id = bytes(16, first);
  const all = pile(8);
  const cards = Array.from({ length: n }, (_, place) => all[(place * 101 + first) % all.length]);
  const salts = cards.map((_, place) => bytes(16, first + place));
  const leaves = cards.map((card, place) => leaf(id, place, card, salts[place]));
  const opened = [...new Set([0, n >> 1, n - 1])];
  return {
    id: id.toString('hex'),
    cards: cards.map((card, place) => ({ card, salt: salts[place].toString('hex') })),
    root: root(leaves).toString('hex'),
    paths: opened.map((place) => ({ place, path: path(place, leaves).map((digest) => digest.toString('hex')) })),
  };
}

// Signatures.

function commitment(kind, first, id, cards, digest, time) {
  const secret = bytes(32, first);
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const shown = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x, 'base64url');
  const words = Buffer.from(`pontoon/${kind}/commitment/v1`);
  const signed = Buffer.concat([words, id, be(cards, 4), Buffer.from(digest, 'hex'), be(time, 8), shown]);
  return {
    secret: secret.toString('hex'),
    signed: signed.toString('hex'),
    commitment: {
      kind,
      id: id.toString('hex'),
      cards,
      digest,
      time_ms: time,
      key: shown.toString('hex'),
      signature: sign(null, signed, key).toString('hex'),
    },
  };
}

// Devices and beacons.

function index(key, message, n) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (let rejected = 0; ; rejected += 1) {
    const word = createHmac('sha256', key).update(message).update(be(rejected, 4)).digest().readUInt32BE(0);
    if (word < limit) return word % n;
  }
}

function device(first, clients, table, decks, draws) {
  const seed = bytes(32, first);
  const texts = [...clients, table].flatMap((text) => [be(Buffer.byteLength(text), 8), Buffer.from(text)]);
  const message = Buffer.concat([Buffer.from('pontoon/device/draw/v1'), be(clients.length, 8), ...texts]);
  const left = pile(decks);
  const cards = [];
  for (let draw = 0; draw < draws; draw += 1) {
    cards.push(left.splice(index(seed, Buffer.concat([message, be(draw, 8)]), left.length), 1)[0]);
  }
  const digest = sha256(Buffer.from('pontoon/device/seed/v1'), seed, Buffer.from(table));
  return { seed: seed.toString('hex'), clients, table, decks, digest: digest.toString('hex'), cards };
}

function cut(first, cards, edge) {
  const [value, id] = [bytes(32, first), bytes(16, first + 3)];
  const message = Buffer.concat([Buffer.from('pontoon/shoe/cut/v1'), id]);
  const place = edge + index(value, message, cards - 2 * edge + 1);
  return { value: value.toString('hex'), id: id.toString('hex'), cards, edge, place };
}

// Shuffles: ChaCha20 over zeros is its stream; the words are its bytes by fours, least first.

function shuffle(number, decks) {
  const seed = Buffer.alloc(32);
  seed.writeBigUInt64LE(BigInt(number));
  const stream = createCipheriv('chacha20', seed, Buffer.alloc(16));
  const order = pile(decks);
  for (let place = order.length - 1; place > 0; place -= 1) {
    const n = place + 1;
    let word;
    do word = stream.update(Buffer.alloc(4)).readUInt32LE(0);
    while (word >= 2 ** 32 - (2 ** 32 % n));
    [order[place], order[word % n]] = [order[word % n], order[place]];
  }
  return { seed: number, decks, order: order.join(' ') };
}

const shoe48 = shoe(48, 5);
const toShoe = commitment('shoe', 11, Buffer.from(shoe48.id, 'hex'), 48, shoe48.root, 1767225600000);
const toDevice = commitment('device', 12, bytes(16, 13), 384, 'ab'.repeat(32), 0);
const vectors = {
  shoes: [shoe(1, 3), shoe(2, 200), shoe(5, 77), shoe48, shoe(144, 9)],
  commitments: [toShoe, toDevice],
  devices: [device(21, ['ann', 'bob ♠'], 'table 1', 1, 48), device(22, [], '', 8, 30), device(23, [''], 'é', 3, 30)],
  cuts: [cut(31, 384, 48), cut(32, 144, 48), cut(33, 48, 24), cut(34, 10, 0)],
  shuffles: [shuffle(1, 1), shuffle(7, 3)],
};
console.log(JSON.stringify(vectors, null, 1));
