import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cleanup } from '../support/cleanup.ts'
import type { Progress } from '../support/progress.ts'
import { shown } from '../support/report.ts'
import { type Role, startRole } from '../support/start-role.ts'
import type { BareAnswer, BareQuestion } from './bare-insert.ts'
import type { GenerateAnswer, GenerateQuestion } from './generate.ts'
import type { LedgerAnswer, LedgerQuestion } from './ledger.ts'
import type { PostgresAnswer, PostgresQuestion } from './postgres.ts'
import { startTunedPostgres } from './postgres-server.ts'
import type { Picks } from './questions.ts'
import type { LedgerSize } from './size-store.ts'
import type { Sizes } from './sizes.ts'

/** A filled ledger whose process is still there to be asked. */
export type LedgerWorld = {
  transfers: number
  ledger: Role<LedgerQuestion, LedgerAnswer>
  picks: Picks
  seconds: number
  /** As the import left it, before the engine merged the rest. */
  size: LedgerSize
  /** What the process weighed when; later parts add to it. */
  weights: { when: string; rss: number; peakRss: number }[]
  /** Ends its process and frees its disk; what it was measured to be stays known. */
  discard(): Promise<void>
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

/** One import never has more: a file is generated, imported and removed before the next. */
const rowsOfFile = 20_000_000

/** With what a merge needs for a while. */
const bytesOfTransfer = { file: 225, staged: 200, ledger: 400 }

function bytesNeeded(transfers: number): number {
  const { file, staged, ledger } = bytesOfTransfer
  return Math.min(transfers, rowsOfFile) * (file + staged) + transfers * ledger
}

export function createWorlds(options: { sizes: Sizes; cleanup: Cleanup; progress: Progress }): Worlds {
  const { sizes, cleanup, progress } = options
  const root = cleanup.own(makeRoot(), (folder) => rm(folder, { recursive: true, force: true }))
  const made = new Map<number, Promise<LedgerWorld>>()
  const ready: LedgerWorld[] = []

  const generate = async (what: string, question: (folder: string) => GenerateQuestion) => {
    progress(what)
    const asked = question(await root)
    const role = startRole<GenerateQuestion, GenerateAnswer>(
      cleanup,
      new URL('./generate.js', import.meta.url),
    )
    await role.ask(asked)
    await role.stop()
    return asked.file
  }

  const labelsFile = once((total: number) =>
    generate('writing labels', (folder) => {
      const file = join(folder, `labels-${total}.csv`)
      return { folder, write: 'labels', form: 'plain', file, total }
    }),
  )
  const pieceFile = (total: number, offset: number, form: 'plain' | 'postgres') =>
    generate(`generating transfers (${form} form, ${shown.count(total)} in all)`, (folder) => {
      const file = join(folder, `transfers-${total}-${offset}.${form}.csv`)
      const piece = { total, offset, count: Math.min(rowsOfFile, total - offset) }
      return { folder, write: 'transfers', form, file, piece }
    })
  // The file that all contenders read is kept.
  const sharedFile = once((total: number) => pieceFile(total, 0, 'plain'))

  const makeLedger = async (total: number): Promise<LedgerWorld> => {
    await checkDisk(bytesNeeded(total))
    const labels = await labelsFile(total)
    const ledger = startRole<LedgerQuestion, LedgerAnswer>(cleanup, new URL('./ledger.js', import.meta.url))
    const weights: LedgerWorld['weights'] = []
    const note = async (
      when: string,
      question: LedgerQuestion,
      onProgress?: (done: number, total: number) => void,
    ) => {
      const answer = await ledger.ask(question, onProgress)
      weights.push({ when, rss: answer.rss, peakRss: answer.peakRss })
      return answer
    }
    await note('before opening', { do: 'weigh' })
    const folder = await mkdtemp(join(await root, 'ledger-'))
    await note('opened', { do: 'open', folder })
    await ledger.ask({ do: 'import labels', file: labels })
    let seconds = 0
    const what = `importing ${shown.count(total)} transfers`
    for (let offset = 0; offset < total; offset += rowsOfFile) {
      const file =
        total === sizes.transfers ? await sharedFile(total) : await pieceFile(total, offset, 'plain')
      progress(what)
      const imported = await note('imported', { do: 'import transfers', file }, (done, of) =>
        progress(what, offset + (done / of) * Math.min(rowsOfFile, total), total),
      )
      seconds += imported.seconds ?? 0
      if (total !== sizes.transfers) await rm(file)
    }
    const { size } = await ledger.ask({ do: 'measure size' })
    progress('letting the engine finish its merges')
    await note('merges done', { do: 'settle' })
    // Each cold address is asked about once, and every turn asks about eight.
    const cold = sizes.repeats * 8
    const { picks } = await ledger.ask({
      do: 'pick',
      ordinary: sizes.ordinary,
      cold,
      fresh: sizes.fresh,
      hot: sizes.hotAddresses,
    })
    if (size === undefined || picks === undefined) throw new Error('the ledger did not answer')
    const discard = async () => {
      await ledger.stop()
      await rm(folder, { recursive: true, force: true })
    }
    const world = { transfers: total, ledger, picks, seconds, size, weights, discard }
    ready.push(world)
    return world
  }

  const postgres = once(async (): Promise<PostgresWorld> => {
    const total = sizes.transfers
    const labels = await generate('writing labels for PostgreSQL', (folder) => {
      const file = join(folder, 'labels.postgres.csv')
      return { folder, write: 'labels', form: 'postgres', file, total }
    })
    const transfers = await pieceFile(total, 0, 'postgres')
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
      const folder = await mkdtemp(join(await root, 'bare-'))
      const answer = await role.ask({ folder, transfers, labels }, (done, total) =>
        progress(what, done, total),
      )
      await role.stop()
      await rm(folder, { recursive: true, force: true })
      return answer
    },
  }
}

function once<Key, Thing>(make: (key: Key) => Promise<Thing>): (key: Key) => Promise<Thing> {
  const made = new Map<Key, Promise<Thing>>()
  return (key) => {
    const thing = made.get(key) ?? make(key)
    made.set(key, thing)
    return thing
  }
}

async function makeRoot(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-'))
  // PostgreSQL reads its file itself, as a user of its own.
  await chmod(folder, 0o755)
  return folder
}

async function checkDisk(needed: number): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir())
  const free = bavail * bsize
  if (free >= needed) return needed
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(0)} GB`
  throw new Error(`${tmpdir()} needs ${gigabytes(needed)} free and has ${gigabytes(free)}`)
}
