// Words about a private table that is wanted.

/** A refusal in the words of the form, which has labels and no names of fields. */
export function namesFields(refusal: string, labels: Record<string, string>): string {
  return refusal.replace(/“([^”]+)”/g, (_, name: string) => `“${labels[name] ?? name}”`);
}
