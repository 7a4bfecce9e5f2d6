-- Whose log it is. One row.
CREATE TABLE identity (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    origin  TEXT    NOT NULL,
    key     BLOB    NOT NULL CHECK (length(key) = 32),
    -- How often the journal was opened or recovered; see `Sqlite::recover`.
    opened  INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The log. `bytes` are exactly what was hashed; `stream` and `seq` repeat what they say, to find entries by.
CREATE TABLE entries (
    position INTEGER PRIMARY KEY,
    stream   TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    hash     BLOB    NOT NULL,
    bytes    BLOB    NOT NULL
) STRICT;
CREATE UNIQUE INDEX entries_by_stream ON entries (stream, seq);

-- What every command was answered, refused ones too.
CREATE TABLE answers (
    sender TEXT NOT NULL,
    id     TEXT NOT NULL,
    digest BLOB NOT NULL,
    answer BLOB NOT NULL,
    PRIMARY KEY (sender, id)
) STRICT, WITHOUT ROWID;

-- The ledger after the last entry: what replaying all transfers of the log comes to. Accounts, series and holds are JSON.
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
