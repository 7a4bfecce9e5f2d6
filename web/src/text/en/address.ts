// What is said of a link whose parts cannot all be used.
export const address = {
  instead: (part: string, used: string) =>
    `“${part}” in the link cannot be used. Used instead: ${used}.`,
  left: (part: string) => `“${part}” in the link means nothing here and is left out.`,
  more: (count: number) =>
    count === 1 ? '1 more part is wrong.' : `${count} more parts are wrong.`,
};
