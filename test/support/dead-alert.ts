import { randomUUID } from 'node:crypto'
import { silentLogger } from '@touchstone/common'
import type { WatchLevelChanged } from '@touchstone/contract'
import { openRuntime, readSettings } from '@touchstone/runtime'
import type { TestServer } from './server.ts'

/** Inserts an alert whose delivery has failed, for the most recently added watch. */
export async function insertDeadAlert({ dataFolder, stores }: TestServer): Promise<string> {
  const id = randomUUID()
  const alert: WatchLevelChanged = {
    ...{ id, type: 'kyt.watch.level_changed', created: 1_700_000_000, coin: 'ETH' },
    ...{ address: `0x${'b7'.repeat(20)}`, hacking_event: '', detail_list: ['Malicious Address'] },
    ...{ from: { score: 3, risk_level: 'Low' }, to: { score: 100, risk_level: 'Severe' } },
  }
  const settings = readSettings({ folder: dataFolder, env: { ...stores, LEDGER_URL: 'off' } })
  const runtime = await openRuntime({ settings, logger: silentLogger })
  try {
    await runtime.database.run(`
      insert into kyt_alert (id, merchant, watch_id, url, body, state, due_at, created_at, finished_at)
      select '${id}', merchant, id, 'https://hooks.example.com/a', '${JSON.stringify(alert)}', 'dead', now(), now(), now()
      from kyt_watch order by id desc limit 1`)
    return id
  } finally {
    await runtime.close()
  }
}
