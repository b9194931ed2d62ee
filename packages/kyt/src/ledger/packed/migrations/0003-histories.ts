import { sqlMigration } from '@touchstone/storage'

/**
 * Creates the tables that record which histories of single addresses were fetched from a source, and which
 * transfers arrived twice, once without a position and once with one. Addresses and times are stored as in
 * the other tables.
 */
export const histories = sqlMigration([
  `create table ledger.history (
    -- The ledger contains every transfer of the address up to this block. -1 if no block has been read.
    through int8 not null,
    through_time int4 not null,
    read_at int4 not null,
    -- The number of transactions that the source reported. -1 if unknown.
    size int4 not null,
    address bytea primary key,
    -- 'whole': the history was read to its end; 'part': reading stopped; 'busy': too many transactions to read.
    state text not null check (state in ('whole', 'part', 'busy')),
    source text not null,
    -- The kinds of transfers that the source can't report, separated by line breaks.
    lacks text not null
  )`,
  // A transfer is stored at the position with which it first arrived. \`position\` is the exact position that
  // another source later reported for the transfer stored at the position \`stored\`.
  `create table ledger.counterpart (
    position int8 not null,
    stored int8 not null,
    id uuid not null,
    coin int2 not null,
    primary key (id, coin, position)
  )`,
  // The number of retractions and resets. It is used to detect a history that was read before a retraction or
  // reset and would be stored after it.
  'alter table ledger.state add column retractions int8 not null default 0',
  // Whether a fetched history has been stored since the last reset.
  'alter table ledger.state add column has_fetched boolean not null default false',
])
