import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { svcSbtAbi } from '@touchstone/chain'
import { openServer } from '@touchstone/storage'
import { startPostgres } from '../../test/support/postgres-server.ts'
import { startTestNode } from '../../test/support/test-node.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import type { MortalTask } from './mortal-queue.ts'
import { openBenchChain, openBenchQueue, settle } from './open-chain.ts'
import type { Bench } from './sizes.ts'

/**
 * Kills a process after all its jobs are signed and half of them are sent, and measures how long another
 * process takes to complete them.
 */
export async function measureRecovery({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const { inFlight } = sizes
  const postgres = await cleanup.own(startPostgres(), (each) => each.stop())
  const database = await cleanup.own(openServer({ url: postgres.url }), (each) => each.close())
  const node = await cleanup.own(startTestNode(), (each) => each.stop())
  const { privateKey, sbt, verifier } = await openBenchChain({ node, database })
  await node.rpc('evm_setAutomine', false)

  progress('killing a process while it is minting')
  const task: MortalTask = {
    databaseUrl: postgres.url,
    node: node.url,
    privateKey,
    sbt,
    verifier,
    mints: inFlight,
  }
  const file = fileURLToPath(new URL('./mortal-queue.js', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const signal = await new Promise((resolve) => child.once('exit', (_, killedBy) => resolve(killedBy)))
  if (signal !== 'SIGKILL') throw new Error('the process was not killed')

  progress('recovering')
  await node.rpc('evm_setAutomine', true)
  const start = performance.now()
  const queue = await openBenchQueue({
    url: node.url,
    database,
    privateKey,
    policy: { maxInFlight: inFlight },
  })
  const before = await queue.counts()
  await settle(queue)
  const ms = performance.now() - start

  const after = await queue.counts()
  const tokens = await queue.client.readContract({
    abi: svcSbtAbi,
    address: sbt,
    functionName: 'lastTokenId',
  })
  return {
    tables: [
      {
        title: `Killed (SIGKILL) with ${shown.count(inFlight)} mints signed and half of them sent`,
        head: ['what', 'seen'],
        rows: [
          ['time until all are final in another process, s', (ms / 1000).toFixed(2)],
          ['a job, ms', shown.ms(ms / inFlight)],
          ['tokens', shown.count(Number(tokens))],
        ],
      },
    ],
    targets: [
      target(
        `recovery of ${inFlight} jobs after a kill`,
        ms / 1000,
        { atMost: 15 },
        (seconds) => `${seconds.toFixed(1)} s`,
      ),
    ],
    tallies: [
      { what: 'tokens after the recovery', expected: inFlight, seen: Number(tokens) },
      // The journal also contains the transactions that deployed the contracts.
      { what: 'final jobs', expected: inFlight + (before.final ?? 0), seen: after.final ?? 0 },
    ],
    data: { ms, before, after, tokens: Number(tokens) },
  }
}
