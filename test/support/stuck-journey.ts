import { silentLogger } from '@touchstone/common'
import { openRuntime, readSettings } from '@touchstone/runtime'
import type { TestServer } from './server.ts'

/** Marks the journey most recently started on a page as stuck, and returns its number. */
export async function markStuck({ dataFolder, stores }: TestServer): Promise<number> {
  const settings = readSettings({ folder: dataFolder, env: { ...stores, LEDGER_URL: 'off' } })
  const runtime = await openRuntime({ settings, logger: silentLogger })
  try {
    const stuck = { step: 'screening', code: 'draft.no-document', at: runtime.clock.now() }
    const failure = { screen: 'unknown', reason: 'service.stuck', retry: 'step', stuck }
    const { rows } = await runtime.database.run(
      `update verification set failure = '${JSON.stringify(failure)}'
       where journey_id = (select max(journey_id) from verification) returning journey_id as id`,
    )
    return (rows as { id: number }[])[0]?.id ?? 0
  } finally {
    await runtime.close()
  }
}
