// The words of the floor. They come with its screen and not with the first page.
export { floor as words } from '../text/en/floor';
