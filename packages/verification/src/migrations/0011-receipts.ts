import { sqlMigration } from '@touchstone/storage'

export const receipts = sqlMigration([
  // Every step of a journey asks whether its person was forgotten.
  'create index forget_receipt_person on forget_receipt (person_id, asked_at)',
])
