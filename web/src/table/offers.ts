// What one may do, by its kind.
import { named } from '../net/named';
import type { Able, Can } from '../wire';

type KeyOf<One> = One extends object ? keyof One : never;
type Kind = KeyOf<Exclude<Able, string>>;
type Is<K extends Kind> = Extract<Able, Record<K, unknown>>[K];

/** All that is offered of one kind: what it says, and the least amount where there is one. */
export function offers<K extends Kind>(
  can: readonly Can[],
  kind: K,
): { is: Is<K>; least: number | null }[] {
  return can.flatMap(({ what, least }) => {
    const { name, is } = named(what);
    return name === kind ? [{ is: is as Is<K>, least }] : [];
  });
}
