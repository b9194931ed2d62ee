import { createMinter } from '@touchstone/chain'
import { openServer } from '@touchstone/storage'
import type { Address, Hex } from 'viem'
import { freshMint, openBenchQueue } from './open-chain.ts'

/** Runs in a process that requests mints and is killed after half of them have been sent. */
export type MortalTask = {
  databaseUrl: string
  node: string
  privateKey: Hex
  sbt: Address
  verifier: Address
  mints: number
}

const task = JSON.parse(process.argv[2] ?? '') as MortalTask
const database = await openServer({ url: task.databaseUrl })
let sent = 0
const queue = await openBenchQueue({
  url: task.node,
  database,
  privateKey: task.privateKey,
  policy: { maxInFlight: task.mints },
  fetch: async (target, init) => {
    const answer = await fetch(target, init)
    if (String(init?.body).includes('eth_sendRawTransaction') && ++sent >= task.mints / 2) {
      process.kill(process.pid, 'SIGKILL')
    }
    return answer
  },
})
const minter = createMinter({ queue, sbt: task.sbt, verifier: task.verifier })
for (let index = 0; index < task.mints; index++) await minter.requestMint(freshMint())
for (;;) await queue.step()
