import type { TokenDesk } from '@touchstone/kyc'
import type { JobQueue } from '@touchstone/storage'

const rotateSigningKey = 'rotate-signing-key'

/** Background work: durable, once for all nodes together. */
export async function startJobs(jobs: JobQueue, tokenDesk: TokenDesk): Promise<void> {
  await jobs.work(rotateSigningKey, async () => {
    await tokenDesk.rotate()
  })
  await jobs.schedule(rotateSigningKey, '17 * * * *')
}
