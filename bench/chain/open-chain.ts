import { randomBytes } from 'node:crypto'
import {
  type ChainMinter,
  chainMigrations,
  createKeySigner,
  createMinter,
  deploymentPlan,
  type JournalPolicy,
  openRpc,
  openTransactionQueue,
  runDeployment,
  type TransactionQueue,
} from '@touchstone/chain'
import { silentLogger, systemClock } from '@touchstone/common'
import { type Database, migrate } from '@touchstone/storage'
import { type Address, bytesToHex, type Hex, numberToHex } from 'viem'
import type { TestNode } from '../../test/support/test-node.ts'

export const chainId = 31337

export type BenchChain = {
  readonly queue: TransactionQueue
  readonly minter: ChainMinter
  readonly privateKey: Hex
  readonly sbt: Address
  readonly verifier: Address
}

export async function openBenchQueue(options: {
  url: string
  database: Database
  privateKey: Hex
  policy?: Partial<JournalPolicy>
  fetch?: typeof globalThis.fetch
}): Promise<TransactionQueue> {
  const { url, database, privateKey, policy, fetch } = options
  return await openTransactionQueue(
    { database, clock: systemClock, logger: silentLogger },
    {
      chainId,
      signer: createKeySigner(privateKey),
      rpc: openRpc({
        chainId,
        urls: [url],
        clock: systemClock,
        logger: silentLogger,
        ...(fetch && { fetch }),
      }),
      // Every block is final immediately, so that the benchmark measures the journal and not the time until
      // finality.
      finality: { blocks: 0 },
      policy: { paceMs: 20, ...policy },
    },
  )
}

/** Opens a funded signer and deploys the real contracts through the journal. */
export async function openBenchChain(options: {
  node: TestNode
  database: Database
  policy?: Partial<JournalPolicy>
}): Promise<BenchChain> {
  const { node, database, policy } = options
  await migrate({ database, migrations: chainMigrations })
  const privateKey = bytesToHex(randomBytes(32))
  const { address } = createKeySigner(privateKey)
  await node.rpc('anvil_setBalance', address, numberToHex(10n ** 22n))
  const queue = await openBenchQueue({ url: node.url, database, privateKey, ...(policy && { policy }) })
  const steps = deploymentPlan({
    admin: address,
    minter: address,
    operator: address,
    verificationKeys: {},
    issuers: [],
  })
  const stop = new AbortController()
  const running = queue.run(stop.signal)
  const { contracts } = await runDeployment({ queue, steps, name: address })
  stop.abort()
  await running
  const sbt = contracts.SvcSBT.address
  const verifier = contracts.SvcVerifier.address
  return { queue, privateKey, sbt, verifier, minter: createMinter({ queue, sbt, verifier }) }
}

/** Creates a mint for a new person with a new wallet. */
export function freshMint() {
  return {
    person: bytesToHex(randomBytes(32)),
    to: bytesToHex(randomBytes(20)) as Address,
    kind: 'kyc',
    validUntil: 4_000_000_000,
  } as const
}

/** Steps the queue until every job is final. A busy node needs time to mine the transactions. */
export async function settle(queue: TransactionQueue): Promise<void> {
  for (;;) {
    if ((await queue.step()) > 0) continue
    const { final: _, ...open } = await queue.counts()
    if (Object.keys(open).length === 0) return
    if (open.failed) throw new Error('a mint failed')
    await queue.pause()
  }
}
