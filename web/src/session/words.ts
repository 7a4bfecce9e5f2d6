// The words of the account. They come with its screen and not with the first page.
export { me as words } from '../text/en/me';
