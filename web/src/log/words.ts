// The words of the log. They come with its screen and not with the first page.
export { log as words } from '../text/en/log';
