/**
 * Made when it is first wanted: a format of the browser's takes a while to make, and most screens
 * need few of them.
 */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
