import { sqlMigration } from '@touchstone/storage'

/**
 * The ledger, in a schema of its own: it may lie in another database than the journal. An address is the network's number
 * in one byte and then its own bytes. Times are seconds since 1970 less 2^31, so that four bytes reach to 2106. Columns
 * of a fixed size come first: behind one that is not, PostgreSQL leaves room to align them.
 */
export const packedLedger = sqlMigration([
  /*
   * What an address has of a coin: sums, and its newest movements packed into `head`
   * (see packages/kyt/src/ledger/packed/packed-movements.ts). Room is left on each page, so that most changes stay on it.
   */
  `create table ledger.account (
    received_txs int4 not null,
    spent_txs int4 not null,
    txs int4 not null,
    received_transfers int4 not null,
    spent_transfers int4 not null,
    first_seen int4 not null,
    last_seen int4 not null,
    -- How many chunks were ever sealed.
    chunks int4 not null default 0,
    coin int2 not null,
    address bytea not null,
    received numeric not null,
    spent numeric not null,
    fees numeric not null,
    head bytea not null,
    primary key (address, coin)
  ) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.1)`,
  'alter table ledger.account alter address set storage plain, alter head set storage main',

  // Older movements of an account, sealed: they change only when blocks are taken back.
  `create table ledger.chunk (
    last_seen int4 not null,
    seq int4 not null,
    first_seen int4 not null,
    coin int2 not null,
    address bytea not null,
    rows bytea not null,
    primary key (address, coin, last_seen, seq) include (first_seen)
  )`,
  'alter table ledger.chunk alter address set storage plain, alter rows set storage main',

  /*
   * Every transaction once, with all its transfers: by it is known what the ledger has, and a transaction is found. The id
   * is a hash of the network and the identifier; the identifier itself tells two of the same id apart.
   */
  `create table ledger.transaction (
    block int8 not null,
    time int4 not null,
    id uuid primary key,
    identifier bytea not null,
    rows bytea not null
  )`,
  'alter table ledger.transaction alter identifier set storage plain, alter rows set storage main',
  // Blocks come in their order, so that this finds the newest in a few pages and takes next to no room.
  'create index transaction_by_block on ledger.transaction using brin (block) with (pages_per_range = 16)',

  // What an address had with each counterparty that somebody has, or had, a label for.
  `create table ledger.edge (
    received_transfers int4 not null,
    spent_transfers int4 not null,
    coin int2 not null,
    address bytea not null,
    counterparty bytea not null,
    received numeric not null,
    spent numeric not null,
    primary key (address, coin, counterparty)
  ) with (fillfactor = 85)`,
  'create table ledger.known_address (address bytea primary key)',

  // A list's labels come in under a new revision, and are seen when the source has it.
  `create table ledger.label_source (name text primary key, revision int8 not null)`,
  `create table ledger.label (
    address bytea not null,
    source text not null,
    revision int8 not null,
    category text not null,
    entity text not null,
    label text not null,
    incident text not null,
    version text not null,
    confidence int2 not null
  )`,
  'create index label_of_address on ledger.label (address)',
  'create index label_of_source on ledger.label (source, revision)',

  'create table ledger.price (coin int2 not null, day int4 not null, usd_e12 numeric not null, primary key (coin, day))',

  /*
   * Pieces of an import on their way in. One that is in the ledger has no bytes any more, which is written in the same
   * transaction: each goes in exactly once.
   */
  `create table ledger.staged (
    import int8 not null,
    seq int4 not null,
    rows int4 not null,
    bytes bytea,
    fresh int4 not null default 0,
    primary key (import, seq)
  )`,
  'alter table ledger.staged alter bytes set storage external',

  // What lines of an import say of lines in its other files.
  `create table ledger.staged_fact (
    import int8 not null,
    key text not null,
    facts text not null,
    primary key (import, key)
  )`,

  // Which ledger this is, and how often each part of it has changed.
  `create table ledger.state (
    singleton boolean primary key default true check (singleton),
    id uuid not null default gen_random_uuid(),
    ledger_version int8 not null default 0,
    labels_version int8 not null default 0,
    prices_version int8 not null default 0
  ) with (fillfactor = 50)`,
  'insert into ledger.state default values',

  /*
   * What the newest changes of each part touched, by the version that they made: accounts and transactions, addresses
   * with labels, coins with prices. None is written down where a change touched very much: then everything counts.
   */
  `create table ledger.change (
    part text not null,
    version int8 not null,
    touched text[],
    primary key (part, version)
  )`,
])
