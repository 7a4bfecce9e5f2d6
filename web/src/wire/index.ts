// Generated from the Rust types: do not edit. `make types` writes it again.

export type * from "./account";
export type * from "./books";
export type * from "./cards";
export type * from "./desk";
export type * from "./fair";
export type * from "./game";
export type * from "./house";
export type * from "./lab";
export type * from "./ledger";
export type * from "./rounds";
export type * from "./rules";
export type * from "./server";
export type * from "./socket";
export type * from "./staff";
export type * from "./table";
