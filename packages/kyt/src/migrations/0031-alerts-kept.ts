import { sqlMigration } from '@touchstone/storage'

/** An alert of a merchant without a receiver is kept to be shown: nothing is sent, and it goes as delivered ones do. */
export const alertsKept = sqlMigration([
  'alter table kyt_alert drop constraint kyt_alert_state_check',
  "alter table kyt_alert add constraint kyt_alert_state_check check (state in ('pending', 'delivered', 'dead', 'kept'))",
  'drop index kyt_alert_delivered',
  "create index kyt_alert_finished on kyt_alert (finished_at) where state in ('delivered', 'kept')",
])
