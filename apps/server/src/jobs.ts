import type { TokenDesk } from '@touchstone/kyc'
import { tidyAlerts, tidyLedger } from '@touchstone/kyt'
import type { Runtime } from '@touchstone/runtime'
import { type JobQueue, tidyEmbeddedStore } from '@touchstone/storage'

const rotateSigningKey = 'rotate-signing-key'
const tidyStore = 'tidy-store'
const tidyLedgerJob = 'tidy-ledger'
const tidyAlertsJob = 'tidy-alerts'

/** Background work: durable, once for all nodes together. */
export async function startJobs(
  jobs: JobQueue,
  { database, clickhouse, kyt }: Runtime,
  tokenDesk: TokenDesk,
): Promise<void> {
  await jobs.work(rotateSigningKey, async () => {
    await tokenDesk.rotate()
  })
  await jobs.schedule(rotateSigningKey, '17 * * * *')
  await jobs.work(tidyAlertsJob, async () => {
    await tidyAlerts(kyt)
  })
  await jobs.schedule(tidyAlertsJob, '47 * * * *')
  if (database.engine === 'embedded') {
    await jobs.work(tidyStore, async () => {
      await tidyEmbeddedStore(database)
    })
    await jobs.schedule(tidyStore, '*/10 * * * *')
  }
  if (clickhouse.engine === 'embedded') {
    await jobs.work(tidyLedgerJob, async () => {
      await tidyLedger(clickhouse)
    })
    await jobs.schedule(tidyLedgerJob, '5-59/10 * * * *')
  }
}
