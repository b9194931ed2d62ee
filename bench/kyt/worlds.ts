import { type FilledLedger, fillLedger } from '../ledger/fill-ledger.ts'
import { createPlaces, type Engine, engines, type Places } from '../ledger/places.ts'
import { bytesNeeded, checkDisk, createWorldFiles } from '../ledger/world-files.ts'
import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'
import { shown } from '../support/report.ts'
import { type Role, startRole } from '../support/start-role.ts'
import type { LedgerAnswer, LedgerQuestion } from './ledger.ts'
import type { RowsAnswer, RowsQuestion } from './plain-rows.ts'
import type { Picks } from './questions.ts'
import type { Sizes } from './sizes.ts'

/** A filled ledger whose process is still there to be asked. */
export type LedgerWorld = FilledLedger & {
  transfers: number
  ledger: Role<LedgerQuestion, LedgerAnswer>
  picks: Picks
}

export type RowsWorld = {
  url: string
  version: string
  client: Role<RowsQuestion, RowsAnswer>
  seconds: number
  furtherSeconds: number
  rows: number
  size: NonNullable<RowsAnswer['size']>
}

/** What is measured on, made when it is first asked for. */
export type Worlds = {
  readonly places: Places
  /** Fails unless the disk has room for all that is there at once; returns how many bytes that is. */
  checkDisk(): Promise<number>
  ledger(engine: Engine, transfers: number): Promise<LedgerWorld>
  plainRows(): Promise<RowsWorld>
  /** A process that has opened nothing yet. */
  startLedger(): Role<LedgerQuestion, LedgerAnswer>
}

export function createWorlds(options: { sizes: Sizes; cleanup: Cleanup; progress: Progress }): Worlds {
  const { sizes, cleanup, progress } = options
  const files = createWorldFiles({ cleanup, progress })
  const places = createPlaces({ cleanup, progress, root: files.root })
  const made = new Map<string, Promise<LedgerWorld>>()
  let rows: Promise<RowsWorld> | undefined

  const startLedger = () =>
    startRole<LedgerQuestion, LedgerAnswer>(cleanup, new URL('./ledger.js', import.meta.url))

  const makeLedger = async (engine: Engine, total: number): Promise<LedgerWorld> => {
    const labels = await files.labels(total, 'plain')
    const ledger = startLedger()
    const { further } = sizes
    const filled = await fillLedger({ engine, total, further, ledger, files, places, progress, labels })
    progress(`${shown.count(total)} transfers, ${engine}: choosing addresses`)
    const { picks } = await ledger.ask({ do: 'pick', ordinary: sizes.ordinary, hot: sizes.hotAddresses })
    if (picks === undefined) throw new Error('the ledger did not answer')
    return { ...filled, transfers: total, ledger, picks }
  }

  const makeRows = async (): Promise<RowsWorld> => {
    const { transfers: total, further } = sizes
    const labels = await files.labels(total, 'rows')
    const given = {
      labels,
      transfers: await files.transfers({ total, offset: 0, count: total }, 'rows'),
      further: await files.transfers({ total, offset: total, count: further }, 'rows'),
    }
    const { version } = await places.server()
    const url = await places.database('plain_rows')
    const client = startRole<RowsQuestion, RowsAnswer>(cleanup, new URL('./plain-rows.js', import.meta.url))
    progress(`copying ${shown.count(total)} transfers into plain rows`)
    const answer = await client.ask({ url, do: 'copy', ...given })
    const { rows: many, seconds, furtherSeconds, size } = answer
    if (many !== total + further || seconds === undefined || furtherSeconds === undefined || !size)
      throw new Error('PostgreSQL took not all')
    return { url, version, client, seconds, furtherSeconds, rows: many, size }
  }

  return {
    places,
    startLedger,
    checkDisk: () =>
      checkDisk(
        bytesNeeded(sizes.transfers) * (engines.length + 1) +
          engines.flatMap((engine) => sizes.grown[engine]).reduce((sum, one) => sum + bytesNeeded(one), 0),
      ),
    ledger(engine, transfers) {
      const key = `${engine} ${transfers}`
      const making = made.get(key) ?? makeLedger(engine, transfers)
      made.set(key, making)
      return making
    },
    plainRows() {
      rows ??= makeRows()
      return rows
    },
  }
}
