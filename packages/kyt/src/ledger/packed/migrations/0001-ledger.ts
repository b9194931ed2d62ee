import { sqlMigration } from '@touchstone/storage'

/**
 * Creates the ledger in a separate schema, because it can be in a different database from the import journal.
 * An address is stored as one byte for the network, followed by the address bytes. Times are stored as
 * seconds since 1970 minus 2^31, so that four bytes are enough until 2106. Fixed-size columns come first,
 * because PostgreSQL adds alignment padding when they follow a variable-size one.
 */
export const ledger = sqlMigration([
  /**
   * The account of an address in one coin: the totals, and the newest movements, packed into `head`. Table
   * pages have free space, so that most updated rows stay on the same page.
   */
  `create table ledger.account (
    received_txs int4 not null,
    spent_txs int4 not null,
    txs int4 not null,
    received_transfers int4 not null,
    spent_transfers int4 not null,
    first_seen int4 not null,
    last_seen int4 not null,
    -- How many chunks have been sealed so far.
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

  // Sealed older movements of an account. Chunks change only when blocks are retracted or a transaction gets
  // more transfers. The counts are part of the index, so that a page of old transactions can be found without
  // reading all newer movements.
  `create table ledger.chunk (
    last_seen int4 not null,
    seq int4 not null,
    first_seen int4 not null,
    coin int2 not null,
    -- Transactions in total, those in which the account received something, and those in which it sent something.
    txs int2 not null,
    received_txs int2 not null,
    spent_txs int2 not null,
    address bytea not null,
    rows bytea not null,
    primary key (address, coin, last_seen, seq) include (first_seen, txs, received_txs, spent_txs)
  )`,
  'alter table ledger.chunk alter address set storage plain, alter rows set storage main',

  /**
   * Every transaction once, with all its transfers. This table is authoritative for the ledger's content and
   * serves lookups by hash. The id is a hash of the network and the identifier. Comparing the identifiers
   * detects a collision of two ids.
   */
  `create table ledger.transaction (
    block int8 not null,
    time int4 not null,
    id uuid primary key,
    identifier bytea not null,
    rows bytea not null
  )`,
  'alter table ledger.transaction alter identifier set storage plain, alter rows set storage main',
  // Blocks arrive in order, so this index finds the newest blocks in a few pages and takes almost no space.
  'create index transaction_by_block on ledger.transaction using brin (block) with (pages_per_range = 16)',

  // An account's totals with each counterparty that has a current or previous label. This table contains only
  // the edges of accounts with chunks. The edges of all other accounts are derived from the movements in
  // their rows.
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

  // A list's labels are stored under a new revision and become visible when that revision is set as the
  // source's current revision.
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

  /**
   * Pieces of an import that have not been committed yet. The database transaction that commits a piece also
   * removes the piece's bytes, so that each piece is committed exactly once.
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

  // Facts that lines in one file of an import state about lines in another file of the same import.
  `create table ledger.staged_fact (
    import int8 not null,
    key text not null,
    facts text not null,
    primary key (import, key)
  )`,

  // The ledger's identity, and the number of changes to each part of the ledger.
  `create table ledger.state (
    singleton boolean primary key default true check (singleton),
    id uuid not null default gen_random_uuid(),
    ledger_version int8 not null default 0,
    labels_version int8 not null default 0,
    prices_version int8 not null default 0
  ) with (fillfactor = 50)`,
  'insert into ledger.state default values',

  /**
   * The items affected by the newest changes to each part of the ledger, keyed by the version that each
   * change created. The items are accounts and transactions, labelled addresses, or coins with prices.
   * `touched` is null if a change affected too many items to list. In this case, every item counts as
   * affected.
   */
  `create table ledger.change (
    part text not null,
    version int8 not null,
    touched text[],
    primary key (part, version)
  )`,
])
