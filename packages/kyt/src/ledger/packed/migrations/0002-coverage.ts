import { sqlMigration } from '@touchstone/storage'

/**
 * Creates the record of what the ledger contains. Times are stored as in the other tables. Transactions from
 * earlier versions get one range per network with the source `upgrade`: their times are known, but it is not
 * known whether they are all the transactions in these blocks.
 */
export const coverage = sqlMigration([
  `create table ledger.coverage (
    first_block int8 not null,
    last_block int8 not null check (last_block >= first_block),
    first_time int4 not null,
    last_time int4 not null check (last_time >= first_time),
    read_at int4 not null,
    network int2 not null,
    source text not null,
    -- 'blocks': every transfer in the blocks; 'addresses': the whole history of each address in them;
    -- 'transfers': an unknown part of the transfers.
    extent text not null check (extent in ('blocks', 'addresses', 'transfers')),
    primary key (network, source, extent, first_block)
  )`,
  `insert into ledger.coverage (network, source, extent, first_block, last_block, first_time, last_time, read_at)
   select get_byte(identifier, 0), 'upgrade', 'transfers', min(block), max(block), min(time), max(time), max(time)
   from ledger.transaction group by 1`,
])
