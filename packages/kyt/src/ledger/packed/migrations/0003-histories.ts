import { sqlMigration } from '@touchstone/storage'

/**
 * Creates the record of single addresses' histories that were fetched from a source, and of transfers that
 * arrived twice, once without and once with a position. Addresses and times are stored like in the other
 * tables.
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
  // A transfer is stored at the position under which it first arrived. \`position\` is the exact position that
  // another source reported later for the transfer stored at the position \`stored\`.
  `create table ledger.counterpart (
    position int8 not null,
    stored int8 not null,
    id uuid not null,
    coin int2 not null,
    primary key (id, coin, position)
  )`,
  // The number of retractions and resets. It detects a history that was read before one of them and would be
  // stored after it.
  'alter table ledger.state add column retractions int8 not null default 0',
  // Whether a fetched history has been stored since the last reset.
  'alter table ledger.state add column has_fetched boolean not null default false',
])
