import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { badRows, good, header } from '../../../../test/support/bad-rows.ts'
import { makeEtlWorld, writeEtl } from '../../../../test/support/etl-world.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { temporaryFolder } from '../../../../test/support/spawn.ts'
import { movementsOf } from '../../../../test/support/whole-ledger.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import { openEthereumEtl } from '../sources/ethereum-etl/ethereum-etl.ts'
import { openPlainTransfers } from '../sources/plain/open-plain-transfers.ts'
import type { ImportProgress } from './import-progress.ts'
import { importTransfers } from './import-transfers.ts'
import { refuseRejects, writeRejects } from './rejects.ts'
import { resetLedger } from './reset-ledger.ts'
import type { TransferSource } from './transfer-source.ts'

const { path: folder, remove } = temporaryFolder()
afterAll(remove)

/** Enough lines that each reader produces several batches, and each batch has several pieces. */
const lines = Array.from({ length: 4000 }, (_, number) => good(number + 1))

function write(name: string, rows: readonly (string | Buffer)[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${[header, ...rows].join('\n')}\n`)
  return path
}

onOneLedger('server', 'An import that reads files in a thread', (suite) => {
  beforeEach(() => resetLedger(suite.ledger))

  const contextOf = (change: Partial<LedgerStore> = {}) => ({
    ...suite.ledger,
    ledger: { ...suite.ledger.ledger, pieceTransfers: 300, ...change },
  })
  const inThread = (source: TransferSource, more: Partial<Parameters<typeof importTransfers>[1]> = {}) => ({
    ...{ source, rejects: refuseRejects, leastInThread: 0 },
    ...more,
  })
  /** A source that fails if it is read in the main thread. */
  const elsewhere = (source: TransferSource): TransferSource => ({
    ...source,
    read() {
      throw new Error('the source was read in the main thread')
    },
  })
  const all = async () =>
    (await movementsOf(suite.ledger, 10)).map((movement) => Object.values(movement).join(' ')).sort()
  const readHere = async (source: TransferSource) => {
    await importTransfers(suite.ledger, { source, rejects: refuseRejects, leastInThread: Infinity })
    const found = await all()
    await resetLedger(suite.ledger)
    return found
  }

  test('returns the same result as reading in the main thread, and reports progress', async () => {
    const source = await openPlainTransfers([write('all.csv', lines)])
    const here = await readHere(source)
    expect(here).toHaveLength(2 * lines.length)
    const seen: ImportProgress[] = []
    const options = inThread(elsewhere(source), { onProgress: (progress) => seen.push(progress) })
    expect(await importTransfers(contextOf(), options)).toEqual({ rows: 4000, fresh: 4000, rejected: 0 })
    expect(await all()).toEqual(here)
    const reading = seen.filter(({ phase }) => phase === 'reading').map(({ done }) => done)
    expect(reading.length).toBeGreaterThan(2)
    expect(reading.at(-1)).toBe(source.files?.bytes)
  })

  test('passes facts between files through the ledger', async () => {
    const world = makeEtlWorld(1)
    const path = join(folder, 'etl')
    writeEtl(world, {
      folder: path,
      form: 'json',
      streamed: false,
      kinds: ['blocks', 'receipts', 'transactions', 'traces'],
    })
    const { source } = await openEthereumEtl({ path, network: 'ETH' })
    const here = await readHere(source)
    expect(here.length).toBeGreaterThan(world.followed.length)
    await importTransfers(contextOf(), inThread(elsewhere(source)))
    expect(await all()).toEqual(here)
  })

  test('rejects invalid rows with their line numbers, or writes them to a file', async () => {
    const bad = badRows.filter(([, row]) => typeof row === 'string').slice(0, 20)
    const mixed = bad.flatMap(([, row], index) => [row, good(index + 1)])
    const source = elsewhere(await openPlainTransfers([write('bad.csv', mixed)]))
    await expect(importTransfers(contextOf(), inThread(source))).rejects.toThrow(
      `bad.csv, line 2: ${bad[0]?.[2]} (the first of 20 bad rows); nothing was imported.`,
    )
    expect(await all()).toEqual([])
    const file = join(folder, 'rejects.csv')
    const report = await importTransfers(contextOf(), inThread(source, { rejects: writeRejects(file) }))
    expect(report).toEqual({ rows: 40, fresh: 20, rejected: 20 })
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(22)
  })

  test('resumes where it was interrupted, even if the ledger had rejected a piece', async () => {
    const path = write('cut.csv', lines)
    const source = elsewhere(await openPlainTransfers([path]))
    const { ledger } = suite.ledger
    const mortal = contextOf({
      stage: async (piece, packed) => {
        if (piece.seq === 9) throw new Error('the ledger is unavailable')
        await ledger.stage(piece, packed)
      },
    })
    await expect(importTransfers(mortal, inThread(source))).rejects.toThrow('the ledger is unavailable')
    expect(await all()).toEqual([])
    const staged: number[] = []
    const counting = contextOf({
      stage: async (piece, packed) => {
        staged.push(piece.seq)
        await ledger.stage(piece, packed)
      },
    })
    const report = await importTransfers(counting, inThread(source))
    expect(report).toEqual({ rows: 4000, fresh: 4000, rejected: 0 })
    expect(staged[0]).toBeGreaterThan(0)
    expect(await all()).toHaveLength(2 * lines.length)
  })

  test('reports files that were deleted or changed during the import', async () => {
    const path = write('gone.csv', lines)
    const source = elsewhere(await openPlainTransfers([path]))
    writeFileSync(path, 'another,header\n')
    await expect(importTransfers(contextOf(), inThread(source))).rejects.toMatchObject({
      code: 'import_file',
      message: expect.stringContaining('gone.csv, line 1: expected the header'),
    })
    rmSync(path)
    await expect(importTransfers(contextOf(), inThread(source))).rejects.toThrow(/ENOENT/)
    expect(await all()).toEqual([])
  })
})
