import type { TokenDesk } from '@touchstone/kyc'
import { type Database, type JobQueue, tidyEmbeddedStore } from '@touchstone/storage'

const rotateSigningKey = 'rotate-signing-key'
const tidyStore = 'tidy-store'

/** Background work: durable, once for all nodes together. */
export async function startJobs(jobs: JobQueue, database: Database, tokenDesk: TokenDesk): Promise<void> {
  await jobs.work(rotateSigningKey, async () => {
    await tokenDesk.rotate()
  })
  await jobs.schedule(rotateSigningKey, '17 * * * *')
  if (database.engine === 'embedded') {
    await jobs.work(tidyStore, async () => {
      await tidyEmbeddedStore(database)
    })
    await jobs.schedule(tidyStore, '*/10 * * * *')
  }
}
