-- Whose log it is. One row.
CREATE TABLE identity (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    origin    TEXT    NOT NULL,
    key       BLOB    NOT NULL CHECK (length(key) = 32),
    -- How often the journal was opened or recovered; see `Sqlite::recover`.
    opened    INTEGER NOT NULL DEFAULT 0,
    -- How many entries the last five tables cover.
    projected INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The log. `bytes` are exactly what was hashed; `stream` and `seq` repeat what they say. `digest` and `answer` are of the
-- command that asked for the entry, if one did.
CREATE TABLE entries (
    position INTEGER PRIMARY KEY,
    stream   TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    hash     BLOB    NOT NULL,
    bytes    BLOB    NOT NULL,
    digest   BLOB,
    answer   BLOB
) STRICT;

-- Signed statements about the log, by how many entries they cover.
CREATE TABLE checkpoints (
    size INTEGER PRIMARY KEY,
    text TEXT    NOT NULL
) STRICT;

-- Small documents beside the log: people, sessions, sealed shoes, snapshots, recall lists.
CREATE TABLE documents (
    space TEXT NOT NULL,
    key   TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (space, key)
) STRICT, WITHOUT ROWID;

-- From here on: what the entries up to `identity.projected` come to. Later entries are not in it yet.

-- Where the entries of a stream are.
CREATE TABLE streams (
    stream   TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;

-- What commands were answered: at the position of their entry or, for those without one (refused ones; these are here at
-- once), right here.
CREATE TABLE commands (
    sender   TEXT NOT NULL,
    id       TEXT NOT NULL,
    position INTEGER,
    digest   BLOB,
    answer   BLOB,
    PRIMARY KEY (sender, id),
    CHECK ((position IS NULL) = (digest IS NOT NULL) AND (digest IS NULL) = (answer IS NULL))
) STRICT, WITHOUT ROWID;

-- The ledger: what the transfers of those entries come to. Accounts, series and holds are JSON.
CREATE TABLE balances (
    account TEXT    PRIMARY KEY,
    cents   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE holds (
    series TEXT    NOT NULL,
    no     INTEGER NOT NULL,
    hold   TEXT    NOT NULL,
    PRIMARY KEY (series, no)
) STRICT, WITHOUT ROWID;

CREATE TABLE series (
    series TEXT    PRIMARY KEY,
    last   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
