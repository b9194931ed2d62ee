import { randomUUID } from 'node:crypto'
import { silentLogger } from '@touchstone/common'
import type { WatchLevelData } from '@touchstone/contract'
import { hasWebhookSecret, makeWebhookSecret } from '@touchstone/kyc'
import { openRuntime, readSettings } from '@touchstone/runtime'
import type { TestServer } from './server.ts'

/** Inserts an event whose delivery has failed, about the most recently added watch. */
export async function insertDeadEvent({ dataFolder, stores }: TestServer): Promise<string> {
  const id = randomUUID()
  const data: WatchLevelData = {
    ...{
      coin: 'ETH',
      address: `0x${'b7'.repeat(20)}`,
      hacking_event: '',
      detail_list: ['Malicious Address'],
    },
    ...{ from: { score: 3, risk_level: 'Low' }, to: { score: 100, risk_level: 'Severe' } },
  }
  const settings = readSettings({ folder: dataFolder, env: { ...stores, LEDGER_URL: 'off' } })
  const runtime = await openRuntime({ settings, logger: silentLogger })
  try {
    const newest = 'select merchant from kyt_watch order by id desc limit 1'
    const [row] = (await runtime.database.run(newest)).rows as { merchant: string }[]
    if (row && !(await hasWebhookSecret(runtime.kyc, row.merchant)))
      await makeWebhookSecret(runtime.kyc, { merchant: row.merchant, graceSeconds: 0 })
    await runtime.database.run(`
      with watch as (select merchant, 'watch:' || id as subject from kyt_watch order by id desc limit 1),
      stored as (
        insert into event (id, merchant, type, subject, created_at, data)
        select '${id}', merchant, 'kyt.watch.level_changed', subject, now(), '${JSON.stringify(data)}'
        from watch returning seq, merchant, subject
      )
      insert into event_delivery (event_seq, endpoint, merchant, subject, url, state, due_at, finished_at)
      select seq, merchant, merchant, subject, 'https://hooks.example.com/a', 'dead', now(), now() from stored`)
    return id
  } finally {
    await runtime.close()
  }
}
