import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Clock } from '@touchstone/common'
import {
  type ChainJournal,
  continueJournal,
  createJournal,
  type JournalHeader,
  readJournal,
  setJournalAside,
} from './chain-journal.ts'
import { type ChainChange, type DevChain, openDevChain } from './dev-chain.ts'
import { type Engine, openEngine } from './open-engine.ts'

export type PersistentChain = DevChain & { close(): void }

const hardfork = 'Prague'

/** A replay of at least this many requests is reported, because it takes a noticeable amount of time. */
const manyChanges = 1000

/**
 * Opens a folder's chain. Because the engine keeps chains only in memory, every change is written to a
 * journal before its request is answered and is replayed here. `notify` receives messages for the operator.
 */
export async function openPersistentChain(options: {
  folder: string
  chainId: number
  clock: Clock
  notify: (message: string) => void
}): Promise<PersistentChain> {
  const { folder, chainId, clock, notify } = options
  const { engine, journal } = (await resume(options)) ?? (await begin())
  const chain = await openDevChain({ engine, clock, onChange: (change) => journal.append(change) })
  // Mine transactions that were pending when the previous process ended.
  await chain.settle()
  return { ...chain, close: () => journal.close() }

  async function begin(): Promise<{ engine: Engine; journal: ChainJournal }> {
    // Earlier releases used anvil, which stored the chain in a file that no other program can read.
    const stateOfAnvil = join(folder, 'state.hex')
    if (existsSync(stateOfAnvil)) {
      notify(
        `Starting a new development chain. The old anvil chain is no longer used. The file of the old chain is ${stateOfAnvil}.`,
      )
    }
    const genesisTime = Math.floor(clock.now() / 1000)
    const header: JournalHeader = { version: 1, chainId, genesisTime, hardfork, engine: engineVersion() }
    return { engine: await openEngine(header), journal: createJournal(folder, header) }
  }
}

async function resume(options: {
  folder: string
  chainId: number
  notify: (message: string) => void
}): Promise<{ engine: Engine; journal: ChainJournal } | undefined> {
  const { folder, chainId, notify } = options
  const found = readJournal(folder)
  if (!found) return undefined
  if (found.header.chainId !== chainId) {
    throw new Error(
      `the journal in ${folder} belongs to chain ${found.header.chainId}, not to chain ${chainId}`,
    )
  }
  if (found.changes.length >= manyChanges)
    notify(`Replaying ${found.changes.length} requests from the journal.`)
  const engine = await openEngine(found.header)
  if (await repeat(engine, found.changes)) return { engine, journal: continueJournal(folder) }
  const aside = setJournalAside(folder)
  const { engine: wrote } = found.header
  notify(
    `The engine (${engineVersion()}) does not reproduce the chain in the journal, which was written by another version (${wrote}). Starting a new chain. The old journal is kept as ${aside}.`,
  )
  return undefined
}

/** Replays the recorded requests. Returns whether the engine produced the same blocks. */
async function repeat(engine: Engine, changes: readonly ChainChange[]): Promise<boolean> {
  for (const { method, params, mined } of changes) {
    try {
      if (mined) await engine.request('evm_setNextBlockTimestamp', [mined.time])
      await engine.request(method, params)
    } catch {
      return false
    }
    if (!mined) continue
    const latest = await engine.request<{ hash: string }>('eth_getBlockByNumber', ['latest', false])
    if (latest.hash !== mined.head) return false
  }
  return true
}

function engineVersion(): string {
  // Find the file by its path, because the package does not export its package.json.
  const main = createRequire(import.meta.url).resolve('@nomicfoundation/edr')
  const { version } = JSON.parse(readFileSync(join(dirname(main), 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}
