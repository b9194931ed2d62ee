import { sqlMigration } from '@touchstone/storage'

/**
 * Converts the webhooks and alerts of watches to endpoints and events. Here, because only this package knows
 * the tables of both `kyc` and `kyt`.
 */
export const alertsToEvents = sqlMigration([
  // An existing endpoint keeps receiving only what it received before.
  `insert into webhook_endpoint (id, merchant, url, types, sealed, old_sealed, old_until, created_at)
    select merchant, merchant, url, '{kyt.watch.level_changed}', sealed, old_sealed, old_until, now()
    from kyt_webhook`,
  `insert into event (id, merchant, type, subject, created_at, data)
    select id, merchant, 'kyt.watch.level_changed', 'watch:' || watch_id, created_at,
      body::jsonb - 'id' - 'type' - 'created'
    from kyt_alert order by seq`,
  `insert into event_delivery (event_seq, endpoint, merchant, subject, url, state, tries, due_at, problem, finished_at)
    select event.seq, alert.merchant, alert.merchant, event.subject, alert.url, alert.state, alert.tries,
      alert.due_at, alert.problem, alert.finished_at
    from kyt_alert alert
    join event on event.id = alert.id
    join kyt_webhook webhook on webhook.merchant = alert.merchant
    where alert.state <> 'kept'
    order by alert.seq`,
  'drop table kyt_alert',
  'drop table kyt_webhook',
])
