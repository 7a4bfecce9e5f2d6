// Whether the rules show how far each clause is built into the software. That is for those who
// build and check it, not for players, so it is off until somebody wants it. Kept in the browser.
const KEY = 'pontoon.rules.states';

class States {
  isShown = $state(kept());

  show(shown: boolean): void {
    this.isShown = shown;
    try {
      if (shown) localStorage.setItem(KEY, 'shown');
      else localStorage.removeItem(KEY);
    } catch {
      // A browser that keeps nothing shows them until the page is left.
    }
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === 'shown';
  } catch {
    return false;
  }
}

export const states = new States();
