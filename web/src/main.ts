import { mount } from 'svelte';
import './theme/tokens.css';
import './theme/base.css';
import App from './app/App.svelte';
import { match } from './app/router';
import { routes } from './app/routes';

// The screen is fetched while the frame is being drawn.
match(routes, location.pathname)
  ?.route.load()
  .catch(() => {});

const target = document.getElementById('app');
if (target) {
  // In a turn of its own: to read the script and to begin with the page at once would keep a click
  // waiting.
  setTimeout(() => mount(App, { target }));
}
