import { createTable } from '@touchstone/storage'
import { ledgerTables } from '../ledger/ledger-tables.ts'

export const ledger = (cluster: string | undefined): string[] =>
  ledgerTables.flatMap((table) => createTable(table, cluster))
