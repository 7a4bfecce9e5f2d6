// How the page looks and sounds, as each browser has it. Kept in the browser; the server is not
// told.

export type Theme = 'system' | 'light' | 'dark';
type Motion = 'system' | 'none';

const KEY = 'pontoon.look';
const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

class Look {
  theme = $state<Theme>('system');
  fourColours = $state(false);
  motion = $state<Motion>('system');
  sound = $state(false);
  private systemDark = $state(dark.matches);
  private systemStill = $state(still.matches);

  isDark = $derived(this.theme === 'system' ? this.systemDark : this.theme === 'dark');
  isStill = $derived(this.motion === 'none' || this.systemStill);

  constructor() {
    Object.assign(this, kept());
    dark.addEventListener('change', () => {
      this.systemDark = dark.matches;
    });
    still.addEventListener('change', () => {
      this.systemStill = still.matches;
    });
  }

  /** Puts the choices on the document; called in an effect, which follows them. */
  apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.isDark ? 'dark' : 'light';
    root.dataset.deck = this.fourColours ? 'four' : 'two';
    root.dataset.motion = this.isStill ? 'none' : 'full';
  }

  /** Keeps the choices for the next visit; called in an effect where one chooses. */
  keep(): void {
    const { theme, fourColours, motion, sound } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme, fourColours, motion, sound }));
    } catch {
      // A browser that keeps nothing shows the page all the same.
    }
  }
}

interface Kept {
  theme?: Theme;
  fourColours?: boolean;
  motion?: Motion;
  sound?: boolean;
}

function kept(): Kept {
  try {
    const { theme, fourColours, motion, sound } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return {
      ...(['light', 'dark', 'system'].includes(theme) ? { theme } : {}),
      ...(typeof fourColours === 'boolean' ? { fourColours } : {}),
      ...(['system', 'none'].includes(motion) ? { motion } : {}),
      ...(typeof sound === 'boolean' ? { sound } : {}),
    };
  } catch {
    return {};
  }
}

export const look = new Look();
