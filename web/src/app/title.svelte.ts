// What the screen is about, where that says more than its name; for the title of the window.

class Title {
  about = $state('');
}

export const title = new Title();

/** Says in the title of the window what the screen is about. Called where its component begins. */
export function about(words: () => string): void {
  $effect(() => {
    title.about = words();
    return () => {
      title.about = '';
    };
  });
}
