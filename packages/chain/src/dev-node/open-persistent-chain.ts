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

/** From so many on, it takes long enough to say what is going on. */
const manyChanges = 1000

/**
 * Opens the chain of a folder. The engine keeps a chain in memory only: everything that changed it stands in a journal,
 * written before it was answered, and is repeated here. `say` gets a sentence for whoever runs the service.
 */
export async function openPersistentChain(options: {
  folder: string
  chainId: number
  clock: Clock
  say: (sentence: string) => void
}): Promise<PersistentChain> {
  const { folder, chainId, clock, say } = options
  const { engine, journal } = (await resume(options)) ?? (await begin())
  const chain = await openDevChain({ engine, clock, onChange: (change) => journal.append(change) })
  // What was sent and not mined when the process before this one ended.
  await chain.settle()
  return { ...chain, close: () => journal.close() }

  async function begin(): Promise<{ engine: Engine; journal: ChainJournal }> {
    // Earlier releases had anvil keep the chain, as one file that only anvil can read.
    const stateOfAnvil = join(folder, 'state.hex')
    if (existsSync(stateOfAnvil)) {
      say(
        `A new development chain begins. The one that anvil kept is left in ${stateOfAnvil}; nothing reads it.`,
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
  say: (sentence: string) => void
}): Promise<{ engine: Engine; journal: ChainJournal } | undefined> {
  const { folder, chainId, say } = options
  const found = readJournal(folder)
  if (!found) return undefined
  if (found.header.chainId !== chainId) {
    throw new Error(`the journal in ${folder} is of chain ${found.header.chainId}, not of ${chainId}`)
  }
  if (found.changes.length >= manyChanges) say(`Repeating ${found.changes.length} requests of the journal.`)
  const engine = await openEngine(found.header)
  if (await repeat(engine, found.changes)) return { engine, journal: continueJournal(folder) }
  const aside = setJournalAside(folder)
  const { engine: wrote } = found.header
  say(
    `The engine (${engineVersion()}) comes to another chain than the one that wrote the journal (${wrote}): a new one begins. The old journal is in ${aside}.`,
  )
  return undefined
}

/** Whether it came to the same blocks. */
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
  // Its exports leave out package.json.
  const main = createRequire(import.meta.url).resolve('@nomicfoundation/edr')
  const { version } = JSON.parse(readFileSync(join(dirname(main), 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}
