// What is wrong with the name and the password of a new account, as far as a page can tell: the
// house decides.
import { t } from '../text';

export interface Faults {
  handle?: string;
  password?: string;
}

export function faultsOf(handle: string, password: string): Faults {
  const length = [...password].length;
  return {
    ...(/^[a-z][a-z0-9_-]{0,19}$/.test(handle) ? {} : { handle: t.session.nameFault }),
    ...(length >= 8 && length <= 128 ? {} : { password: t.session.passwordFault(length) }),
  };
}
