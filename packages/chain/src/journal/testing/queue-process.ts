import { silentLogger, systemClock } from '@touchstone/common'
import { migrate, openEmbedded, openServer } from '@touchstone/storage'
import type { Hex } from 'viem'
import { chainMigrations } from '../../migrations/index.ts'
import { openRpc } from '../../rpc/open-rpc.ts'
import { createKeySigner } from '../../signer/create-key-signer.ts'
import type { JobRequest } from '../chain-job.ts'
import { openTransactionQueue } from '../open-transaction-queue.ts'
import { createFaultyFetch } from './faulty-fetch.ts'

/** When the process kills itself: before or after the nth occurrence of an event. */
export type KillPoint = { at: string; when: 'before' | 'after'; nth: number }

export type QueueTask = {
  store: { url: string } | { folder: string }
  node: string
  privateKey: Hex
  jobs: readonly JobRequest[]
  kill?: KillPoint
}

/**
 * A test process that executes jobs. It can kill itself with SIGKILL, so that it has no chance to clean up.
 */
const task = JSON.parse(process.argv[2] ?? '') as QueueTask
const seen = new Map<string, number>()

async function maybeDie(at: string, when: KillPoint['when']): Promise<void> {
  const { kill } = task
  if (kill?.at !== at || kill.when !== when) return
  const times = (seen.get(at) ?? 0) + 1
  seen.set(at, times)
  if (times < kill.nth) return
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}

async function around<Result>(at: string, work: () => Promise<Result>): Promise<Result> {
  await maybeDie(at, 'before')
  const result = await work()
  await maybeDie(at, 'after')
  return result
}

const chainId = 31337
const database =
  'url' in task.store ? await openServer({ url: task.store.url }) : await openEmbedded(task.store)
await migrate({ database, migrations: chainMigrations })
const signer = createKeySigner(task.privateKey)
const rpc = openRpc({
  chainId,
  urls: [task.node],
  clock: systemClock,
  logger: silentLogger,
  fetch: createFaultyFetch(({ method }, ask) => around(method, ask)),
})
const queue = await openTransactionQueue(
  { database, clock: systemClock, logger: silentLogger },
  {
    chainId,
    rpc,
    finality: { blocks: 0 },
    signer: {
      address: signer.address,
      sign: (transaction) => around('sign', () => signer.sign(transaction)),
    },
  },
)
for (const job of task.jobs) await around('request', () => queue.request(job))
while ((await queue.step()) > 0);
await database.close()
process.stdout.write('done\n')
