// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Card } from "./cards";

/** The value of one round of a public beacon. */
export type Beacon = string;

/** One round of a public beacon. */
export type BeaconRound = {
  /** The chain, by the digest under which it is known. */
  chain: Digest;
  /** The number of the round. */
  round: number;
  /** Its value. */
  value: Beacon;
};

/** A seed that did not come from the server. */
export type ClientSeed = {
  /** Who gave it. */
  from: FairWho;
  /** Any text; of a beacon its value in hexadecimal digits. */
  seed: string;
};

/** What was committed to. Each kind is signed under words of its own, so one is never taken for the other. */
export type Committed = "shoe" | "device";

/** The form of a device's file. */
export type DeviceFormat = "pontoon-device-1";

/** What happened at a device. */
export type DeviceMove = { draw: Card } | { back: Card[] };

/** A shuffling device from its first stretch to its last. */
export type DeviceRecord = {
  /** Which form this is. */
  format: DeviceFormat;
  /** The table, as it enters every draw. */
  table: string;
  /** What the device holds at the start. */
  pack: FairPack;
  /** After how many draws the seeds are changed at the latest. */
  rotate_after: number;
  /** What was done under one pair of seeds, then under the next. */
  stretches: Stretch[];
};

/** A SHA-256 digest: a leaf, a node, a root, the commitment to a seed. */
export type Digest = string;

/** A cut. */
export type FairCut = {
  /** How many cards were moved from the front to the back. */
  place: number;
  /** Who chose that. */
  by: FairWho;
};

/** What became of a card that came out of a shoe. */
export type FairHow = "dealt" | "burned";

/** The name of one shoe, or of one stretch of a device between two changes of its seeds. No two are alike. */
export type FairId = string;

/** A card that came out of a shoe. */
export type FairOut = {
  /** What became of it. */
  how: FairHow;
  /** Its place in the order that was committed to, from 0. */
  place: number;
  /** The card and its proof; none for a burned card that stayed hidden. */
  shown?: FairShown;
};

/**
 * Whole decks of 48 cards, less cards that lay elsewhere when the shoe was made: on the layout, when it had
 * run out in mid-round.
 */
export type FairPack = {
  /** How many decks. */
  decks: number;
  /** The cards that are not in it. */
  without?: Card[];
};

/** A card and what proves it. */
export type FairShown = {
  /** The card. */
  card: Card;
  /** What hid it. */
  salt: Salt;
  /** The neighbours on the way to the root. */
  path: Digest[];
};

/** Who added chance, so that the house alone did not. */
export type FairWho = { player: string } | "software" | "dealer" | "supervisor" | { beacon: BeaconRound };

/** The Ed25519 key that checks signatures. */
export type PublicKey = string;

/** A server's seed that has been revealed. Before that it is a `ServerSeed`. */
export type RevealedSeed = string;

/** What hides a card in its leaf until it is opened. */
export type Salt = string;

/** A card and what hid it. */
export type SealedCard = {
  /** The card. */
  card: Card;
  /** Its salt. */
  salt: Salt;
};

/** The form of a shoe's file. */
export type ShoeFormat = "pontoon-shoe-1";

/** One shoe from commitment to reveal. */
export type ShoeRecord = {
  /** Which form this is. */
  format: ShoeFormat;
  /** What was published before the cut. */
  commitment: SignedCommitment;
  /** What the shoe must hold. */
  pack: FairPack;
  /** The cut; none if it never came to that. */
  cut?: FairCut;
  /** How many cards lay behind the cutting card; none if there was no cutting card. */
  cutting_card?: number;
  /** What came out, in its order. */
  out: FairOut[];
  /**
   * Every card of the shoe with its salt, in the order that was committed to; none if the shoe was never
   * opened.
   */
  reveal?: SealedCard[];
};

/** An Ed25519 signature. */
export type Signature = string;

/** A commitment with its signature. */
export type SignedCommitment = {
  /** To what. */
  kind: Committed;
  /** The name of the shoe, or of the stretch of a device. */
  id: FairId;
  /** How many cards the shoe or device holds at the start. */
  cards: number;
  /** The root, or the digest of the seed. */
  digest: Digest;
  /** When it was signed, in milliseconds since 1970: the signer says so. */
  time_ms: number;
  /** The key of the signer. Whether it is the house's is for the reader to know. */
  key: PublicKey;
  /** The signature over all of it. */
  signature: Signature;
};

/** What a device did under one server's seed and the same other seeds. */
export type Stretch = {
  /** What was published before the others gave their seeds. */
  commitment: SignedCommitment;
  /** The others' seeds. */
  clients: ClientSeed[];
  /** What was drawn and put back. */
  moves: DeviceMove[];
  /** The server's seed; none if it was never revealed. */
  seed?: RevealedSeed;
};
