import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FilledLedger, fillLedger } from '../ledger/fill-ledger.ts'
import { bytesNeeded, checkDisk, createWorldFiles, once } from '../ledger/world-files.ts'
import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'
import { shown } from '../support/report.ts'
import { type Role, startRole } from '../support/start-role.ts'
import type { BareAnswer, BareQuestion } from './bare-insert.ts'
import type { LedgerAnswer, LedgerQuestion } from './ledger.ts'
import type { PostgresAnswer, PostgresQuestion } from './postgres.ts'
import { startTunedPostgres } from './postgres-server.ts'
import type { Picks } from './questions.ts'
import type { Sizes } from './sizes.ts'

/** A filled ledger whose process is still there to be asked. */
export type LedgerWorld = FilledLedger & {
  transfers: number
  ledger: Role<LedgerQuestion, LedgerAnswer>
  picks: Picks
}

export type PostgresWorld = {
  url: string
  version: string
  client: Role<PostgresQuestion, PostgresAnswer>
  seconds: number
  rows: number
  size: NonNullable<PostgresAnswer['size']>
}

/** What is measured on, made when it is first asked for. */
export type Worlds = {
  /** Fails unless the disk has room for all that is there at once; returns how many bytes that is. */
  checkDisk(): Promise<number>
  ledger(transfers: number): Promise<LedgerWorld>
  /** The ledgers that were made so far. */
  ledgers(): LedgerWorld[]
  postgres(): Promise<PostgresWorld>
  bare(): Promise<BareAnswer>
}

export function createWorlds(options: { sizes: Sizes; cleanup: Cleanup; progress: Progress }): Worlds {
  const { sizes, cleanup, progress } = options
  const files = createWorldFiles({ cleanup, progress })
  const made = new Map<number, Promise<LedgerWorld>>()
  const ready: LedgerWorld[] = []

  const labelsFile = once((total: number) => files.labels(total, 'plain'))
  // The file that all contenders read is kept.
  const sharedFile = once((total: number) => files.transfers(total, 0, 'plain'))

  const makeLedger = async (total: number): Promise<LedgerWorld> => {
    const labels = await labelsFile(total)
    const shared = total === sizes.transfers ? await sharedFile(total) : undefined
    const ledger = startRole<LedgerQuestion, LedgerAnswer>(cleanup, new URL('./ledger.js', import.meta.url))
    const filled = await fillLedger({ total, ledger, files, progress, labels, shared })
    // Each cold address is asked about once, and every turn asks about eight.
    const cold = sizes.repeats * 8
    const { picks } = await ledger.ask({
      do: 'pick',
      ordinary: sizes.ordinary,
      cold,
      fresh: sizes.fresh,
      hot: sizes.hotAddresses,
    })
    if (picks === undefined) throw new Error('the ledger did not answer')
    const world = { ...filled, transfers: total, ledger, picks }
    ready.push(world)
    return world
  }

  const postgres = once(async (): Promise<PostgresWorld> => {
    const total = sizes.transfers
    const labels = await files.labels(total, 'postgres')
    const transfers = await files.transfers(total, 0, 'postgres')
    progress('starting PostgreSQL')
    const { url, version } = await cleanup.own(startTunedPostgres(), (server) => server.stop())
    const client = startRole<PostgresQuestion, PostgresAnswer>(
      cleanup,
      new URL('./postgres.js', import.meta.url),
    )
    progress(`copying ${shown.count(total)} transfers into PostgreSQL`)
    const { rows, seconds, size } = await client.ask({ url, do: 'copy', transfers, labels })
    if (rows !== total || seconds === undefined || size === undefined)
      throw new Error('PostgreSQL took not all')
    await rm(transfers)
    return { url, version, client, seconds, rows, size }
  })

  return {
    checkDisk: () => checkDisk(bytesNeeded(sizes.transfers) * 3 + Math.max(...sizes.grown.map(bytesNeeded))),
    ledger(transfers) {
      const making = made.get(transfers) ?? makeLedger(transfers)
      made.set(transfers, making)
      return making
    },
    ledgers: () => ready,
    postgres: () => postgres('once'),
    bare: async () => {
      const transfers = await sharedFile(sizes.transfers)
      const labels = await labelsFile(sizes.transfers)
      const what = 'inserting with the bare engine'
      progress(what)
      const role = startRole<BareQuestion, BareAnswer>(cleanup, new URL('./bare-insert.js', import.meta.url))
      const folder = await mkdtemp(join(await files.root, 'bare-'))
      const answer = await role.ask({ folder, transfers, labels }, (done, total) =>
        progress(what, done, total),
      )
      await role.stop()
      await rm(folder, { recursive: true, force: true })
      return answer
    },
  }
}
