// The enums of Rust in a form that can be switched on: the name, and what it says.

/**
 * The variants of an enum, which is a bare word or an object with one field. A bare word says
 * nothing more.
 */
export type Named<What> = What extends string
  ? { name: What; is: null }
  : { [Name in keyof What]: { name: Name; is: What[Name] } }[keyof What];

export function named<What extends string | object>(what: What): Named<What> {
  const [name, is] =
    typeof what === 'string' ? [what, null] : (Object.entries(what)[0] ?? ['', null]);
  return { name, is } as Named<What>;
}
