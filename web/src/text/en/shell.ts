const inSeconds = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`);

export const shell = {
  name: 'Pontoon',
  lobby: 'Lobby',
  table: 'Table',
  trainer: 'Trainer',
  lab: 'Lab',
  rounds: 'Rounds',
  rules: 'Rules',
  primer: 'How Pontoon is played',
  floor: 'Floor',
  log: 'Log',
  me: 'Account',
  fair: 'Fair',
  menu: 'Menu',
  skip: 'Skip to content',
  tableNo: (no: number | string) => `Table ${no}`,
  loading: 'Loading …',
  retry: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  back: 'Back to the lobby',
  span: (hours: number, minutes: number) =>
    [hours > 0 ? `${hours} h` : '', hours === 0 || minutes > 0 ? `${minutes} min` : '']
      .join(' ')
      .trim(),
  notFound: {
    title: 'No such page',
    words: 'There is nothing at this address. The link may be old, or mistyped.',
  },
  failed: {
    title: 'This part of the page could not be loaded',
    words:
      'The connection failed on the way. What the house has heard stands: loading the page again shows it.',
    reload: 'Load the page again',
  },
  stale: {
    words:
      'The house was upgraded, and this page is from before. Nothing is lost by loading the new one: seats, wagers and rounds stay as they are.',
    reload: 'Load the new page',
  },
  connection: {
    open: 'Connected',
    connecting: 'Connecting …',
    waiting:
      'Connection lost; this page connects again by itself. What you do now may not be done: you will be told.',
    kept_out:
      'The house answers, but does not let this window connect. You may have too many windows open: close some. This page goes on by itself.',
    session_over: 'Your session is over.',
    stopped: 'Not connected',
    back: 'Connected again',
    now: 'Connect now',
  },
  help: {
    title: 'Keys',
    words: 'Everything on the page can also be reached with Tab and Enter.',
    open: 'Show these keys',
    key: 'Key',
    does: 'What it does',
    button: 'Keys',
  },
  settings: {
    title: 'Appearance',
    button: 'Appearance',
    theme: 'Theme',
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
    deck: 'Four-colour deck',
    deckWords: 'Diamonds blue and clubs green: suits are told apart by colour.',
    motion: 'Movement',
    motionFull: 'As the system',
    motionNone: 'None',
    sound: 'Sound',
    soundWords: 'A soft click for cards and chips.',
  },
  detail: {
    oneWager: (amount: string, limit: string) =>
      `${amount} is above your own limit of ${limit} for one wager.`,
    loss: (amount: string, limit: string, left: string, until: string) =>
      `A wager of ${amount} could take you over your own daily loss limit of ${limit}. You can still lose ${left} before ${until}.`,
    wagered: (amount: string, limit: string, left: string, until: string) =>
      `A wager of ${amount} would take you over your own daily limit of ${limit} for wagers. You can still wager ${left} before ${until}.`,
    play: (limit: string, until: string) =>
      `You have reached your own playing time limit of ${limit} a day. You can play again from ${until}.`,
    excluded: (until: string) =>
      `You excluded yourself from play until ${until}. You can still read your account and cash out.`,
    excludedForEver:
      'You excluded yourself from play for ever. You can still read your account and cash out.',
    topUpEnough: (has: string, least: string) =>
      `You have ${has}, enough for a wager here. More play money is for those with less than ${least}.`,
    topUpAtStake: (open: string) =>
      `You have ${open} at stake. You can ask for more play money when the round is over.`,
    wrongPassword: (seconds: number) =>
      `Name or password is wrong. You can try again in ${inSeconds(seconds)}.`,
    wait: (seconds: number) =>
      `Too many wrong passwords. This one was not looked at: try again in ${inSeconds(seconds)}.`,
    topUpGiven: (until: string) =>
      `You got more play money today. You can ask again from ${until}.`,
  },
  errors: {
    away: 'The house does not answer. It may be restarting; try again in a moment.',
    unsent:
      'This was not done: the connection was away for more than 10 seconds. Look what the table asks now, and do it again if you still want to.',
    late: 'This was not done: it came too late, and the table has gone on. Look what it asks now.',
    somebody_else:
      'Somebody else is signed in now, in another window of this browser. Nothing was done.',
    no_cookie:
      'This browser keeps no cookies for this address. To play, let it keep the one that says who you are.',
    too_often: 'Too often. Wait a moment and try again.',
    not_allowed: 'This is not yours to do.',
    bug: 'The software failed. The house has been told.',
    unread:
      'What the house answered cannot be read. Try again; if that does not help, load the page anew.',
  } as Record<string, string>,
};
