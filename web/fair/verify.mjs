// Checks the published record of a shoe or of a shuffling device: in a browser, or with `node
// web/fair/verify.mjs FILE`.
//
// docs/fair.md tells the files and every byte that is hashed or signed. This program was written
// from that page: it shares nothing with the one that wrote the record, so a mistake in one of them
// shows as a difference between the two.

const CARD = /^[A23456789TJQK][cdhs]$/;
const RANKS = 'A23456789TJQK';
const SUITS = 'cdhs';
const ALL_CARDS = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
const DECK = ALL_CARDS.filter((card) => card[0] !== 'T');

/** A file that is no record, with the place in it. */
export class NoRecord extends Error {}

/** What goes wrong first in a check: told, not thrown any further. */
class Fault extends Error {}

// ----------------------------------------------------------------------------------------------------------------
// bytes

const utf8 = (text) => new TextEncoder().encode(text);
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function join(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number as so many bytes, the greatest first. */
function number(value, length) {
  const bytes = new Uint8Array(length);
  let rest = BigInt(value);
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes;
}

const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', join(...parts)));

// -----------------------------------------------------------------------------------------------------------
// signatures

/**
 * Points of small order, without their highest bit: as a key or in a signature they fit any text.
 */
const SMALL_ORDER = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

function hasSmallOrder(point) {
  const plain = Uint8Array.from(point);
  plain[31] &= 0x7f;
  return SMALL_ORDER.has(toHex(plain));
}

const inNode = () => typeof process !== 'undefined' && Boolean(process.versions?.node);

/**
 * Node's own Ed25519 is out of trial in every version that is kept; a browser has it in WebCrypto.
 */
async function ed25519(key, signature, signed) {
  try {
    if (inNode()) {
      const node = await import('node:crypto');
      const x = Buffer.from(key).toString('base64url');
      return node.verify(null, signed, node.createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
    }
    const imported = await crypto.subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify({ name: 'Ed25519' }, imported, signature, signed);
  } catch (error) {
    // Where there is no Ed25519 at all nothing was checked, and nobody may take that for a bad
    // signature.
    if (error.name === 'NotSupportedError') throw error;
    return false;
  }
}

async function checkSignature(where, commitment, expected) {
  if (commitment.kind !== expected) throw new Fault(`${where}.kind: expected ${expected}, was ${commitment.kind}`);
  const [key, signature] = [fromHex(commitment.key), fromHex(commitment.signature)];
  const signed = join(
    utf8(`pontoon/${expected}/commitment/v1`),
    fromHex(commitment.id),
    number(commitment.cards, 4),
    fromHex(commitment.digest),
    number(commitment.time_ms, 8),
    key,
  );
  if (hasSmallOrder(key)) throw new Fault(`${where}: its key is one under which anything is signed`);
  if (hasSmallOrder(signature.subarray(0, 32)) || !(await ed25519(key, signature, signed))) {
    throw new Fault(`${where}: its signature does not fit its values and its key`);
  }
}

function checkKey(commitments, known) {
  for (const [where, commitment] of commitments) {
    if (commitment.key !== known.key) throw new Fault(`${where}.key: expected ${known.key}, was ${commitment.key}`);
  }
}

// -----------------------------------------------------------------------------------------------------------------
// tree

const leaf = (id, place, card, salt) =>
  sha256(Uint8Array.of(0), utf8('pontoon/shoe/card/v1'), fromHex(id), number(place, 4), utf8(card), fromHex(salt));

const node = (left, right) => sha256(Uint8Array.of(1), left, right);

/** RFC 6962, 2.1: the left part is the largest power of two below the whole. */
async function rootOf(leaves) {
  if (leaves.length === 1) return leaves[0];
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return node(await rootOf(leaves.slice(0, half)), await rootOf(leaves.slice(half)));
}

/** On which side each neighbour lies, from the leaf up: the way down to a place, turned round. */
function sides(place, size) {
  const down = [];
  let [at, left] = [place, size];
  while (left > 1) {
    let half = 1;
    while (half * 2 < left) half *= 2;
    if (at < half) {
      down.push('right');
      left = half;
    } else {
      down.push('left');
      at -= half;
      left -= half;
    }
  }
  return down.reverse();
}

async function checkOpening(commitment, place, { card, salt, path }) {
  if (place >= commitment.cards) throw new Fault(`place ${place} is not in a shoe of ${commitment.cards} cards`);
  const way = sides(place, commitment.cards);
  if (path.length !== way.length) throw new Fault(`its path must have ${way.length} digests and has ${path.length}`);
  let digest = await leaf(commitment.id, place, card, salt);
  for (const [step, side] of way.entries()) {
    const neighbour = fromHex(path[step]);
    digest = side === 'left' ? await node(neighbour, digest) : await node(digest, neighbour);
  }
  const was = toHex(digest);
  if (was !== commitment.digest) throw new Fault(`it leads to root ${was}, and ${commitment.digest} was committed to`);
}

// ------------------------------------------------------------------------------------------------------------------
// pack

/** How many of each card, by its letters. */
const counted = (cards) => {
  const counts = new Map(ALL_CARDS.map((card) => [card, 0]));
  for (const card of cards) counts.set(card, counts.get(card) + 1);
  return counts;
};

const total = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

function packCards(pack) {
  const counts = new Map(ALL_CARDS.map((card) => [card, 0]));
  for (const card of DECK) counts.set(card, pack.decks);
  for (const card of pack.without ?? []) {
    if (counts.get(card) === 0) throw new Fault(`pack.without: ${card} is missing more often than the pack has it`);
    counts.set(card, counts.get(card) - 1);
  }
  return counts;
}

// ----------------------------------------------------------------------------------------------------------
// derived words

/** An index below n: words at or above the largest multiple of n are thrown away. */
async function derivedIndex(key, message, n) {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (let rejected = 0; ; rejected += 1) {
    const digest = await crypto.subtle.sign('HMAC', hmac, join(message, number(rejected, 4)));
    const word = new DataView(digest).getUint32(0);
    if (word < limit) return word % n;
  }
}

async function beaconCut(round, id, cards, edge) {
  const message = join(utf8('pontoon/shoe/cut/v1'), fromHex(id));
  return edge + (await derivedIndex(fromHex(round.value), message, cards - 2 * edge + 1));
}

// ------------------------------------------------------------------------------------------------------------------
// shoe

async function checkOpenings({ commitment, out }) {
  for (const nth of out.keys()) await checkShown({ commitment, out }, nth);
}

async function checkShown({ commitment, out }, nth) {
  const one = out[nth];
  if (one.shown) {
    try {
      await checkOpening(commitment, one.place, one.shown);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      throw new Fault(`out[${nth}], ${one.shown.card} from place ${one.place}: ${fault.message}`);
    }
  } else if (one.how === 'dealt') {
    throw new Fault(`out[${nth}], from place ${one.place}: a dealt card was never shown`);
  }
}

async function checkReveal({ commitment, reveal }) {
  if (reveal.length !== commitment.cards) throw new Fault(`reveal: expected ${commitment.cards} cards, was ${reveal.length}`);
  if (reveal.length === 0) throw new Fault('reveal: a shoe holds at least one card');
  const leaves = await Promise.all(reveal.map(({ card, salt }, place) => leaf(commitment.id, place, card, salt)));
  const was = toHex(await rootOf(leaves));
  if (was !== commitment.digest) throw new Fault(`reveal: expected root ${commitment.digest}, was ${was}`);
}

function checkShoePack({ commitment, pack, reveal }) {
  const expected = packCards(pack);
  const size = total(expected);
  if (size !== commitment.cards) {
    throw new Fault(`commitment.cards: expected ${size} as the pack has, was ${commitment.cards}`);
  }
  if (!reveal) return;
  if (reveal.length !== size) throw new Fault(`reveal: expected ${size} cards, was ${reveal.length}`);
  const was = counted(reveal.map(({ card }) => card));
  for (const card of ALL_CARDS) {
    if (was.get(card) !== expected.get(card)) {
      throw new Fault(`reveal: expected ${expected.get(card)} of ${card}, was ${was.get(card)}`);
    }
  }
}

async function checkCut({ commitment, cut, out }, cutEdge) {
  if (!cut) {
    if (out.length > 0) throw new Fault(`cut: there was none, and ${out.length} cards came out`);
    return;
  }
  const edge = Math.min(cutEdge, Math.floor(commitment.cards / 2));
  const [least, most] = [edge, commitment.cards - edge];
  if (cut.place < least || cut.place > most) {
    throw new Fault(`cut.place: expected from ${least} to ${most}, was ${cut.place}`);
  }
  if (cut.by.beacon) {
    const expected = await beaconCut(cut.by.beacon, commitment.id, commitment.cards, edge);
    if (cut.place !== expected) throw new Fault(`cut.place: expected ${expected} as the beacon gives, was ${cut.place}`);
  }
}

function checkCuttingCard({ commitment, cutting_card: place }) {
  if (place > commitment.cards) throw new Fault(`cutting_card: expected at most ${commitment.cards}, was ${place}`);
}

function checkOrder({ commitment, cut, out, reveal }) {
  const { cards } = commitment;
  if (out.length > cards) throw new Fault(`out: expected at most ${cards} cards, was ${out.length}`);
  for (const nth of out.keys()) checkPlace({ commitment, cut, out, reveal }, nth);
}

function checkPlace({ commitment, cut, out, reveal }, nth) {
  const one = out[nth];
  const expected = ((cut?.place ?? 0) + nth) % commitment.cards;
  if (one.place !== expected) throw new Fault(`out[${nth}].place: expected ${expected}, was ${one.place}`);
  const there = reveal?.[one.place];
  if (there && one.shown && there.card !== one.shown.card) {
    throw new Fault(`out[${nth}], from place ${one.place}: expected ${there.card}, was ${one.shown.card}`);
  }
}

async function verifyShoe(record, known) {
  const { commitment, reveal, cutting_card: cuttingCard } = record;
  const by = ({ by: who, place }) => {
    const name = who.player !== undefined ? 'a player' : who.beacon ? `round ${who.beacon.round} of a beacon` : WORDS[who];
    return `cut at ${place} by ${name}`;
  };
  const checks = [
    await made('signature', () => checkSignature('commitment', commitment, 'shoe')),
    known.key ? await made('key', () => checkKey([['commitment', commitment]], known)) : notMade('key', NO_KEY),
    await made('openings', () => checkOpenings(record)),
    reveal ? held('opened') : incident('opened', 'reveal: the shoe was committed to and never opened'),
    reveal ? await made('reveal', () => checkReveal(record)) : notMade('reveal', 'it needs what was never opened'),
    await made('pack', () => checkShoePack(record)),
    await made('cut', () => checkCut(record, known.cutEdge)),
    cuttingCard === undefined
      ? notMade('cutting-card', 'there was no cutting card')
      : await made('cutting-card', () => checkCuttingCard(record)),
    await made('order', () => checkOrder(record)),
  ];
  const cut = record.cut ? by(record.cut) : 'not cut';
  return report(`shoe ${commitment.id}: ${commitment.cards} cards, ${cut}, ${record.out.length} out`, checks);
}

// ----------------------------------------------------------------------------------------------------------------
// device

function checkClients(stretches) {
  for (const [at, { clients, moves }] of stretches.entries()) {
    for (const [nth, { from, seed }] of clients.entries()) {
      if (from.beacon && seed !== from.beacon.value) {
        throw new Fault(
          `stretches[${at}].clients[${nth}].seed: expected ${from.beacon.value} as the beacon gives, was another text`,
        );
      }
    }
    if (clients.length === 0 && moves.some((move) => move.draw !== undefined)) {
      throw new Fault(`stretches[${at}].clients: nobody gave a seed beside the server`);
    }
  }
}

async function checkSeeds(record) {
  for (const [at, { commitment, seed }] of record.stretches.entries()) {
    if (!seed) continue;
    const was = toHex(await sha256(utf8('pontoon/device/seed/v1'), fromHex(seed), utf8(record.table)));
    if (was !== commitment.digest) {
      throw new Fault(`stretches[${at}].seed: expected digest ${commitment.digest}, was ${was}`);
    }
  }
}

function drawMessage(clients, table) {
  const withLength = (text) => join(number(utf8(text).length, 8), utf8(text));
  const seeds = clients.map(({ seed }) => withLength(seed));
  return join(utf8('pontoon/device/draw/v1'), number(clients.length, 8), ...seeds, withLength(table));
}

/** The card that a draw takes: the cards that are there are numbered by rank and suit. */
async function cardDrawn(seed, message, draw, inside) {
  const n = total(inside);
  if (n === 0) return undefined;
  let index = await derivedIndex(seed, join(message, number(draw, 8)), n);
  for (const card of ALL_CARDS) {
    if (index < inside.get(card)) return card;
    index -= inside.get(card);
  }
  return undefined;
}

/** Draws and puts back as the record says, up to the first thing that cannot be. */
async function walk(record, inside) {
  const outside = counted([]);
  const sizes = [];
  const move = (card, from, to, otherwise) => {
    if (from.get(card) === 0) throw new Fault(otherwise);
    from.set(card, from.get(card) - 1);
    to.set(card, to.get(card) + 1);
  };
  try {
    for (const [at, { clients, moves, seed }] of record.stretches.entries()) {
      sizes.push(total(inside));
      const message = drawMessage(clients, record.table);
      let draws = 0;
      for (const [nth, one] of moves.entries()) {
        const where = `stretches[${at}].moves[${nth}]`;
        if (one.draw) {
          const expected = seed && (await cardDrawn(fromHex(seed), message, draws, inside));
          draws += 1;
          if (expected && expected !== one.draw) throw new Fault(`${where}.draw: expected ${expected}, was ${one.draw}`);
          move(one.draw, inside, outside, `${where}.draw: the device held no ${one.draw}`);
        } else {
          for (const card of one.back) move(card, outside, inside, `${where}.back: no ${card} was out`);
        }
      }
    }
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { sizes, fault };
  }
  return { sizes };
}

function checkSizes(stretches, sizes) {
  for (const [at, expected] of sizes.entries()) {
    const was = stretches[at].commitment.cards;
    if (was !== expected) {
      throw new Fault(`stretches[${at}].commitment.cards: expected ${expected} as the device held, was ${was}`);
    }
  }
}

function checkRotation(record) {
  const [ids, digests] = [new Map(), new Map()];
  let least = 0;
  for (const [at, { commitment, moves }] of record.stretches.entries()) {
    const was = moves.filter((one) => one.draw).length;
    if (was > record.rotate_after) {
      throw new Fault(`stretches[${at}].moves: expected at most ${record.rotate_after} draws, was ${was}`);
    }
    for (const [seen, field] of [[ids, 'id'], [digests, 'digest']]) {
      const before = seen.get(commitment[field]);
      if (before !== undefined) {
        throw new Fault(`stretches[${at}].commitment.${field}: the same as that of stretches[${before}]`);
      }
      seen.set(commitment[field], at);
    }
    if (commitment.time_ms < least) {
      throw new Fault(`stretches[${at}].commitment.time_ms: expected at least ${least}, was ${commitment.time_ms}`);
    }
    least = commitment.time_ms;
  }
}

async function verifyDevice(record, known) {
  const { stretches } = record;
  const commitments = stretches.map(({ commitment }, at) => [`stretches[${at}].commitment`, commitment]);
  const signatures = async () => {
    if (stretches.length === 0) throw new Fault('stretches: expected at least one, was none');
    for (const [where, commitment] of commitments) await checkSignature(where, commitment, 'device');
  };
  const withheld = stretches.findIndex(({ seed }) => !seed);
  let walked;
  const pack = async () => {
    walked = await walk(record, packCards(record.pack));
    checkSizes(stretches, walked.sizes);
  };
  const checks = [
    await made('signature', signatures),
    known.key ? await made('key', () => checkKey(commitments, known)) : notMade('key', NO_KEY),
    await made('clients', () => checkClients(stretches)),
    withheld < 0
      ? held('opened')
      : incident('opened', `stretches[${withheld}].seed: the seed was committed to and never revealed`),
    await made('seed', () => checkSeeds(record)),
    await made('pack', pack),
    walked
      ? await made('draws', () => {
          if (walked.fault) throw walked.fault;
        })
      : notMade('draws', 'it needs a pack that makes sense'),
    await made('rotation', () => checkRotation(record)),
  ];
  const drawn = stretches.flatMap(({ moves }) => moves).filter((one) => one.draw).length;
  return report(`device: ${record.pack.decks} decks, ${stretches.length} pairs of seeds, ${drawn} cards drawn`, checks);
}

// ----------------------------------------------------------------------------------------------------------------
// report

const NO_KEY = 'no key was given to compare with';
const WORDS = { software: 'the software', dealer: 'the dealer', supervisor: 'a supervisor' };
const SAYS = {
  signature: 'the commitment is signed by the key in it',
  key: 'that key is the one you gave',
  openings: 'every card that was shown leads to the root',
  opening: 'the card leads to the root',
  place: 'it is the next one of the order after the cut',
  clients: 'somebody beside the house gave a seed',
  opened: 'what was committed to has been opened',
  reveal: 'the opened shoe gives the root',
  seed: 'the revealed seed gives the digest',
  pack: 'as many cards as the pack has, and once all are opened exactly those',
  cut: 'the cut is as far from either end as it must be',
  'cutting-card': 'the cutting card was in the shoe',
  order: 'what came out is the opened order after the cut, without a gap',
  draws: 'every draw follows from the seeds',
  rotation: 'seeds were changed in time and none was used twice',
};

const held = (check) => ({ check, outcome: 'ok', text: SAYS[check] });
const incident = (check, text) => ({ check, outcome: 'INCIDENT', text });
const notMade = (check, text) => ({ check, outcome: 'not made', text });

async function made(check, make) {
  try {
    await make();
    return held(check);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { check, outcome: 'FAILED', text: fault.message };
  }
}

function report(head, checks) {
  const failed = checks.find(({ outcome }) => outcome === 'FAILED');
  if (failed) return { verdict: 'failed', head, checks, end: `FAILED: the first check that does not hold is ${failed.check}` };
  if (checks.some(({ outcome }) => outcome === 'INCIDENT')) {
    const end = 'INCIDENT: nothing that is there is wrong, but what was committed to was withheld. If it is still in play, check it again when it is over';
    return { verdict: 'incident', head, checks, end };
  }
  return { verdict: 'holds', head, checks, end: 'holds: every check that could be made is ok' };
}

// ---------------------------------------------------------------------------------------------------------------
// reading

const refuse = (where, what) => {
  throw new NoRecord(`${where}: ${what}`);
};

const hex = (bytes) => (value, where) =>
  (typeof value === 'string' && new RegExp(`^[0-9a-f]{${bytes * 2}}$`).test(value)) ||
  refuse(where, `expected ${bytes * 2} digits of 0 to 9 and a to f`);
const upTo = (most) => (value, where) =>
  (Number.isInteger(value) && value >= 0 && value <= most) || refuse(where, `expected a whole number from 0 to ${most}`);
const text = (value, where) => (typeof value === 'string' && value.isWellFormed()) || refuse(where, 'expected a text');
const card = (value, where) => (typeof value === 'string' && CARD.test(value)) || refuse(where, 'expected a card, for example 8s');
const one = (...values) => (value, where) => values.includes(value) || refuse(where, `expected ${values.join(' or ')}`);
const list = (of) => (value, where) =>
  Array.isArray(value) ? value.forEach((item, at) => of(item, `${where}[${at}]`)) : refuse(where, 'expected a list');

/**
 * An object with these fields and no others; a field that may be missing may also be null, and is
 * then left out.
 */
const fields = (needed, optional = {}) => (value, where) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(where, 'expected an object');
  for (const name of Object.keys(value)) {
    if (!(name in needed) && !(name in optional)) refuse(`${where}.${name}`, 'no such field is known');
  }
  for (const [name, of] of Object.entries(needed)) {
    if (!Object.hasOwn(value, name)) refuse(`${where}.${name}`, 'this field is missing');
    of(value[name], `${where}.${name}`);
  }
  for (const [name, of] of Object.entries(optional)) {
    if (value[name] === null) delete value[name];
    if (Object.hasOwn(value, name)) of(value[name], `${where}.${name}`);
  }
};

/** One of several: a word alone, or an object with the one field that says which. */
const either = (words, objects) => (value, where) => {
  if (words.includes(value)) return;
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (names.length !== 1 || !Object.hasOwn(objects, names[0])) {
    refuse(where, `expected one of ${[...words, ...Object.keys(objects)].join(', ')}`);
  }
  objects[names[0]](value[names[0]], `${where}.${names[0]}`);
};

const U32 = 2 ** 32 - 1;
const COMMITMENT = fields({
  kind: one('shoe', 'device'),
  id: hex(16),
  cards: upTo(U32),
  digest: hex(32),
  time_ms: upTo(Number.MAX_SAFE_INTEGER),
  key: hex(32),
  signature: hex(64),
});
const DECKS = upTo(255);
const PACK = (value, where) =>
  fields(value?.without === undefined ? { decks: DECKS } : { decks: DECKS, without: list(card) })(value, where);
const WHO = either(['software', 'dealer', 'supervisor'], {
  player: text,
  beacon: fields({ chain: hex(32), round: upTo(U32), value: hex(32) }),
});
const SHOWN = fields({ card, salt: hex(16), path: list(hex(32)) });
const SHOE = fields(
  {
    format: one('pontoon-shoe-1'),
    commitment: COMMITMENT,
    pack: PACK,
    out: list(fields({ how: one('dealt', 'burned'), place: upTo(U32) }, { shown: SHOWN })),
  },
  {
    cut: fields({ place: upTo(U32), by: WHO }),
    cutting_card: upTo(U32),
    reveal: list(fields({ card, salt: hex(16) })),
  },
);
const STRETCH = fields(
  {
    commitment: COMMITMENT,
    clients: list(fields({ from: WHO, seed: text })),
    moves: list(either([], { draw: card, back: list(card) })),
  },
  { seed: hex(32) },
);
const DEVICE = fields({
  format: one('pontoon-device-1'),
  table: text,
  pack: PACK,
  rotate_after: upTo(U32),
  stretches: list(STRETCH),
});

/**
 * A name twice in one object: one reader would take the first and another the last. Expects a text
 * that is JSON.
 */
function refuseTwins(json) {
  const open = [];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token.endsWith(':')) {
      const name = JSON.parse(token.slice(0, -1));
      if (open.at(-1).has(name)) throw new NoRecord(`the field ${JSON.stringify(name)} is there twice in one object`);
      open.at(-1).add(name);
    }
  }
}

/** The record in a text, checked to be one. */
export function parse(json) {
  let record;
  try {
    record = JSON.parse(json);
  } catch (error) {
    throw new NoRecord(`not JSON: ${error.message}`);
  }
  refuseTwins(json);
  const kinds = { 'pontoon-shoe-1': SHOE, 'pontoon-device-1': DEVICE };
  if (!Object.hasOwn(kinds, record?.format)) refuse('format', `expected ${Object.keys(kinds).join(' or ')}`);
  kinds[record.format](record, 'record');
  return record;
}

/**
 * Makes every check of a record that `parse` gave.
 *
 * `known.key` is the house's key as you know it from elsewhere; `known.cutEdge` how many cards from
 * either end a cut must be.
 * The answer has a `verdict` (holds, incident or failed), the `checks` with their outcome and text,
 * and lines around them.
 */
export async function verify(record, known = {}) {
  const all = { cutEdge: 48, ...known };
  return record.format === 'pontoon-shoe-1' ? verifyShoe(record, all) : verifyDevice(record, all);
}

/**
 * Makes every check of the card that came out as number `nth`, from 0, of a shoe that `parse` gave.
 * Its own proof is enough for that: nothing else need be opened.
 */
export async function verifyCard(record, nth, known = {}) {
  const { commitment, out, reveal } = record;
  if (!out?.[nth]) throw new NoRecord(`out[${nth}]: no such card came out`);
  const { place, shown } = out[nth];
  const checks = [
    await made('signature', () => checkSignature('commitment', commitment, 'shoe')),
    known.key ? await made('key', () => checkKey([['commitment', commitment]], known)) : notMade('key', NO_KEY),
    shown || out[nth].how === 'dealt'
      ? await made('opening', () => checkShown(record, nth))
      : notMade('opening', 'a burned card stays hidden until the shoe is over'),
    await made('place', () => checkPlace(record, nth)),
  ];
  const card = shown?.card ?? reveal?.[place]?.card ?? 'a hidden card';
  return report(`shoe ${commitment.id}: ${card} was number ${nth + 1} to come out, from place ${place}`, checks);
}

/** A report as lines, the same as `pontoon fair verify` prints. */
export function lines({ head, checks, end }) {
  const line = ({ check, outcome, text: words }) => `${outcome.padEnd(9)} ${check.padEnd(13)} ${words}`;
  return [head, ...checks.map(line), end];
}

// ----------------------------------------------------------------------------------------------------------
// command line

const USAGE = 'usage: node verify.mjs FILE [--key HEX] [--cut-edge CARDS]';

function asked(words) {
  const known = {};
  const files = [];
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === '--key') {
      hex(32)(rest[0], '--key');
      known.key = rest.shift();
    } else if (word === '--cut-edge') {
      if (!/^[0-9]+$/.test(rest[0] ?? '')) refuse('--cut-edge', 'expected a number of cards');
      known.cutEdge = Number(rest.shift());
    } else files.push(word);
  }
  if (files.length !== 1) throw new NoRecord(USAGE);
  return { file: files[0], known };
}

async function main(words) {
  const { readFileSync } = await import('node:fs');
  try {
    const { file, known } = asked(words);
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const found = await verify(parse(decoder.decode(readFileSync(file === '-' ? 0 : file))), known);
    console.log(lines(found).join('\n'));
    return found.verdict === 'holds' ? 0 : 1;
  } catch (error) {
    console.error(`verify: ${error.message}`);
    return 2;
  }
}

if (inNode() && process.argv[1]) {
  const { pathToFileURL } = await import('node:url');
  if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await main(process.argv.slice(2));
}
