// Windows in which a screen is looked at: a phone, a tablet held upright and a desk.
export const WINDOWS = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const;
