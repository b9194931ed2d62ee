import type { TableDefinition } from '@touchstone/storage'

/**
 * Every transfer once per side. Sorted for "all of one address by time"; addresses and hashes are bytes, amounts exact.
 * The hash lies on both sides: an investigation lists hashes, and fetching each from a second place would cost it a
 * read per transaction.
 */
export const movement: TableDefinition = {
  name: 'movement',
  columns: `
    network UInt8 codec(ZSTD(1)),
    address String codec(ZSTD(1)),
    coin UInt16 codec(ZSTD(1)),
    time UInt32 codec(Delta, ZSTD(1)),
    block UInt64 codec(Delta, ZSTD(1)),
    tx String codec(ZSTD(1)),
    position UInt64 codec(ZSTD(1)),
    kind Enum8('in' = 1, 'out' = 2, 'fee' = 3) codec(ZSTD(1)),
    counterparty String codec(ZSTD(1)),
    amount UInt256 codec(ZSTD(1))`,
  engine: 'MergeTree',
  orderBy: '(network, address, coin, time, block, tx, position, kind)',
  settings: { index_granularity: 1024, fsync_after_insert: 1 },
  shardBy: 'cityHash64(address)',
}

/** Small rows that are looked up one by one: all columns of a row lie in one file, near each other. */
const lookedUp = {
  index_granularity: 128,
  min_bytes_for_wide_part: 1e15,
  min_rows_for_wide_part: 1e15,
  fsync_after_insert: 1,
}

/** Totals of an address in a coin. Fees are spent, but are no transfer and no dealing with anybody. */
export const accountTotal: TableDefinition = {
  name: 'account_total',
  columns: `
    network UInt8,
    address String,
    coin UInt16,
    received SimpleAggregateFunction(sum, Int256),
    spent SimpleAggregateFunction(sum, Int256),
    fees SimpleAggregateFunction(sum, Int256),
    received_txs SimpleAggregateFunction(sum, Int64),
    spent_txs SimpleAggregateFunction(sum, Int64),
    txs SimpleAggregateFunction(sum, Int64),
    received_transfers SimpleAggregateFunction(sum, Int64),
    spent_transfers SimpleAggregateFunction(sum, Int64),
    first_seen SimpleAggregateFunction(min, UInt32),
    last_seen SimpleAggregateFunction(max, UInt32)`,
  engine: 'AggregatingMergeTree',
  orderBy: '(network, address, coin)',
  settings: lookedUp,
  shardBy: 'cityHash64(address)',
}

/**
 * What an address had with each counterparty that somebody has a label for. Dealings with the others are the totals
 * less these: an edge between two addresses that nobody knows answers no question, and would be half of the disk.
 */
export const knownEdge: TableDefinition = {
  name: 'known_edge',
  columns: `
    network UInt8,
    address String,
    coin UInt16,
    counterparty String,
    received SimpleAggregateFunction(sum, Int256),
    spent SimpleAggregateFunction(sum, Int256),
    received_transfers SimpleAggregateFunction(sum, Int64),
    spent_transfers SimpleAggregateFunction(sum, Int64)`,
  engine: 'AggregatingMergeTree',
  orderBy: '(network, address, coin, counterparty)',
  settings: lookedUp,
  shardBy: 'cityHash64(address)',
}

/** Finds a transaction in the ledger: under which address and time it lies. The number is a hash of its hash. */
export const transactionParty: TableDefinition = {
  name: 'transaction_party',
  columns: `
    id UInt64 codec(ZSTD(1)),
    network UInt8 codec(ZSTD(1)),
    coin UInt16 codec(ZSTD(1)),
    time UInt32 codec(ZSTD(1)),
    party String codec(ZSTD(1))`,
  engine: 'MergeTree',
  orderBy: 'id',
  settings: { index_granularity: 1024, fsync_after_insert: 1 },
  shardBy: 'id',
}

/** Addresses that somebody has, or ever had, a label for: edges to them are kept. */
export const knownAddress: TableDefinition = {
  name: 'known_address',
  columns: 'network UInt8, address String',
  engine: 'ReplacingMergeTree',
  orderBy: '(network, address)',
}

export const label: TableDefinition = {
  name: 'label',
  columns: `
    network UInt8,
    address String,
    category LowCardinality(String),
    entity String,
    label String,
    incident String,
    source LowCardinality(String),
    version LowCardinality(String),
    confidence UInt8,
    revision UInt64`,
  engine: 'MergeTree',
  orderBy: '(network, address, source)',
  settings: lookedUp,
}

export const price: TableDefinition = {
  name: 'price',
  columns: 'coin UInt16, day Date, usd Decimal(38, 12), revision UInt64',
  engine: 'ReplacingMergeTree',
  engineArguments: 'revision',
  orderBy: '(coin, day)',
}

/** Lines of a file on their way in: a chunk of them at a time, forgotten as soon as they are taken apart. */
export const importLine: TableDefinition = {
  name: 'import_line',
  columns: 'chunk UInt64, file UInt32, line UInt64, text String',
  engine: 'MergeTree',
  orderBy: '(chunk, file, line)',
  partitionBy: 'chunk',
}

const stagedColumns = `
  network UInt8, coin UInt16, tx String, position UInt64, block UInt64, time UInt32,
  sender String, receiver String, amount UInt256, fee UInt8`

/** Transfers of an import, checked, in the order they came; nothing of them can be seen yet. */
export const stagedTransfer: TableDefinition = {
  name: 'staged_transfer',
  columns: `import UInt64, row UInt64, file UInt32, line UInt64, ${stagedColumns},
    sender_text String, receiver_text String, problem LowCardinality(String)`,
  engine: 'MergeTree',
  orderBy: '(import, row)',
  partitionBy: 'import',
}

/**
 * The transfers of one batch that the ledger does not have yet: what is about to be inserted, so that it can be inserted
 * again after a crash. `sender_seen` and `receiver_seen` say in which ways (1 in, 2 out) the ledger already counts the
 * transaction for that address and coin.
 */
export const freshTransfer: TableDefinition = {
  name: 'fresh_transfer',
  columns: `batch UInt64, ${stagedColumns}, sender_seen UInt8, receiver_seen UInt8`,
  engine: 'MergeTree',
  orderBy: '(batch, tx)',
  partitionBy: 'batch',
}

/** The transfers of one batch of which the ledger may have some, and what it has of their transactions. */
export const givenTransfer: TableDefinition = { ...freshTransfer, name: 'given_transfer' }

export const hadMovement: TableDefinition = {
  name: 'had_movement',
  columns: `batch UInt64, network UInt8, address String, coin UInt16, tx String, position UInt64, way UInt8,
    counterparty String`,
  engine: 'MergeTree',
  orderBy: '(batch, tx)',
  partitionBy: 'batch',
}

/** Addresses of an import as they were written, and the bytes they stand for; `valid` 0: no address of the network. */
export const addressForm: TableDefinition = {
  name: 'address_form',
  columns: 'import UInt64, network UInt8, text String, bytes String, valid UInt8',
  engine: 'MergeTree',
  orderBy: '(import, network, text)',
  partitionBy: 'import',
}

/**
 * What the files of an import say of one another: the time of a block, the receipt of a transaction. Sorted by block,
 * because files are: the lines of a chunk then find theirs in a few places.
 */
export const importReference: TableDefinition = {
  name: 'import_reference',
  columns: `import UInt64, kind LowCardinality(String), block UInt64, tx String, file UInt32, line UInt64,
    values Array(String)`,
  engine: 'MergeTree',
  orderBy: '(import, kind, block, tx)',
  partitionBy: 'import',
}

/** Labels of an import on their way in, and the addresses among them that become known with it. */
export const stagedLabel: TableDefinition = {
  name: 'staged_label',
  columns: `import UInt64, network UInt8, address String, category LowCardinality(String), entity String,
    label String, incident String, source LowCardinality(String), version LowCardinality(String), confidence UInt8`,
  engine: 'MergeTree',
  orderBy: '(import, network, address)',
  partitionBy: 'import',
}

export const newlyKnown: TableDefinition = {
  name: 'newly_known',
  columns: 'import UInt64, number UInt64, network UInt8, address String',
  engine: 'MergeTree',
  orderBy: '(import, number)',
  partitionBy: 'import',
}

/** Accounts whose totals are made anew after blocks were taken back. */
export const touchedAccount: TableDefinition = {
  name: 'touched_account',
  columns: 'batch UInt64, network UInt8, address String, coin UInt16',
  engine: 'MergeTree',
  orderBy: '(batch, network, address, coin)',
  partitionBy: 'batch',
}

/** Which ledger this is: the journal of imports lies in the other store and belongs to one ledger only. */
export const ledgerIdentity: TableDefinition = {
  name: 'ledger_identity',
  columns: 'id String',
  engine: 'MergeTree',
  orderBy: 'id',
}

export const ledgerTables: readonly TableDefinition[] = [
  movement,
  accountTotal,
  knownEdge,
  transactionParty,
  knownAddress,
  label,
  price,
  importLine,
  stagedTransfer,
  freshTransfer,
  givenTransfer,
  hadMovement,
  addressForm,
  importReference,
  stagedLabel,
  newlyKnown,
  touchedAccount,
  ledgerIdentity,
]
