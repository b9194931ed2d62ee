import { sqlMigration } from '@touchstone/storage'

/**
 * Edges only of accounts that have chunks: those of all others follow from the movements in their rows, and were an eighth
 * of the ledger. What is kept is copied, as deleting nearly all rows would leave their room behind.
 */
export const edgesOfLongHistories = sqlMigration([
  'create table ledger.edge_kept (like ledger.edge including all)',
  'alter table ledger.edge_kept set (fillfactor = 85)',
  `insert into ledger.edge_kept select edge.* from ledger.edge
   join ledger.account using (address, coin) where account.chunks > 0`,
  'drop table ledger.edge',
  'alter table ledger.edge_kept rename to edge',
  'alter index ledger.edge_kept_pkey rename to edge_pkey',
])
