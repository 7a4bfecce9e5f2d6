// What is kept with the address one is at, for whoever comes back to it.

export function keep(name: string, what: unknown): void {
  try {
    history.replaceState({ ...history.state, [name]: what }, '');
  } catch {
    // Some browsers take only so many in half a minute: then whoever comes back finds what was kept
    // before.
  }
}

export function kept<What>(name: string): What | null {
  return (history.state as Record<string, What> | null)?.[name] ?? null;
}
