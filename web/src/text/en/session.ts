export const session = {
  playNow: 'Play now',
  guest: 'Continue as guest',
  guestWords: 'Play money, no account. A guest is forgotten after half an hour away.',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signOutAsk: {
    title: 'Sign out?',
    guest:
      'A guest has no password and cannot come back: your play money, your seat and your history are gone.',
    atStake:
      'You have wagers at stake. Your seat is given up, and the round is played to its end without you.',
    stay: 'Stay',
  },
  register: 'Create an account',
  registerWords: 'An account keeps your play money, your history and your limits.',
  name: 'Name',
  nameHint: '1 to 20 small letters, digits, - and _, a letter first',
  nameFault: 'A name has 1 to 20 small letters, digits, - and _, a letter first.',
  password: 'Password',
  passwordHint: '8 to 128 characters',
  passwordFault: (length: number) => `A password has 8 to 128 characters; this one has ${length}.`,
  oldPassword: 'Present password',
  newPassword: 'New password',
  haveAccount: 'I have an account',
  noAccount: 'I have no account yet',
  lastTime: (when: string) => `Welcome back. You were last here ${when}.`,
  signedOut: 'You are signed out.',
  over: 'Your session is over: it ended after a day, or from another window or by the house. Come in again to go on.',
  signedOutElsewhere:
    'You are not signed in any more: it ended after a day, or in another window. What you see goes on; to play, come in again.',
  guestOver:
    'Your time as a guest is over: it ended after a day, in another window or by the house. A guest cannot come back: your play money, your seat and your history are gone. To play, come in as a new guest or create an account.',
  again: {
    title: 'Are you still there?',
    words: (name: string) =>
      `Nothing was heard from ${name} for a while. Give the password to go on where you were.`,
    somebody: 'Nothing was heard from you for a while. Give the password to go on where you were.',
    go: 'Go on',
    another: 'Come in as somebody else',
  },
  change: {
    title: 'Choose a password of your own',
    words: 'Your password was chosen by the staff. Nothing else can be done before you change it.',
    own: 'Change password',
    done: 'The password is changed. Other sessions are signed out.',
    go: 'Change password',
  },
  kind: { guest: 'Guest', member: 'Member', house_player: 'House player', staff: 'Staff' },
  balance: 'Balance',
  atStake: 'At stake',
  keepGuest:
    'Guests are forgotten half an hour after they left. An account of your own begins anew, and keeps what you do from then on.',
  unclear: {
    title: 'It cannot be told yet who you are',
    words: 'Somebody is signed in here, and the house does not say who. It is asked again.',
  },
  visitor: 'You are looking on. Come in to play, with or without an account.',
  reality: {
    title: 'A look at the clock',
    words: (time: string) => `You have played for ${time} since you were last told.`,
    won: 'You have won',
    lost: 'You have lost',
    even: 'You are even.',
    go: 'Play on',
    leave: 'Stop for now',
  },
};
