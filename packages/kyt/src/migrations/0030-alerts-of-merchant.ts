import { sqlMigration } from '@touchstone/storage'

/** A merchant reads its alerts page by page, the newest first, whatever became of them. */
export const alertsOfMerchant = sqlMigration([
  'create index kyt_alert_of_merchant on kyt_alert (merchant, seq)',
])
