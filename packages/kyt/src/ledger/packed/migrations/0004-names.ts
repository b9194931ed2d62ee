import { sqlMigration } from '@touchstone/storage'

/**
 * Indexes the names in labels, for searches by the beginning of a name. The address is part of the index, so
 * that the addresses of a name can be read in pages.
 */
export const names = sqlMigration([
  'create index label_of_entity on ledger.label (lower(entity) text_pattern_ops, address)',
  'create index label_of_text on ledger.label (lower(label) text_pattern_ops, address)',
])
