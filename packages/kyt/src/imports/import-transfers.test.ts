import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '@touchstone/common'
import { migrate } from '@touchstone/storage'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { badRows, good, header } from '../../../../test/support/bad-rows.ts'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { calculateLedger } from '../../../../test/support/ledger-model.ts'
import { everybody, readLedger, useLedgerStore } from '../../../../test/support/ledger-store.ts'
import { sampleTransfers } from '../../../../test/support/random-transfers.ts'
import { temporaryFolder } from '../../../../test/support/spawn.ts'
import { journalOf } from '../context.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import { kytMigrations } from '../migrations/index.ts'
import { openPlainTransfers } from '../sources/plain/open-plain-transfers.ts'
import { selectImportsIn } from './import-journal-store.ts'
import { importTransfers } from './import-transfers.ts'
import { refuseRejects, writeRejects } from './rejects.ts'
import type { Transfer } from './transfer.ts'
import type { TransferSource } from './transfer-source.ts'

const { path: folder, remove } = temporaryFolder()
afterAll(remove)

/** A source of generated transfers, from which reading can be resumed after every batch. */
const sourceOf = (transfers: readonly Transfer[], atOnce: number, fingerprint = 'made'): TransferSource => ({
  kind: 'transfers',
  name: 'made',
  fingerprint,
  async *read(from) {
    for (let offset = from?.offset ?? 0; offset < transfers.length; offset += atOnce) {
      const some = transfers.slice(offset, offset + atOnce)
      yield { entries: [{ transfers: some }], reached: { step: 0, offset: offset + some.length, line: 1 } }
    }
  },
})

/** These tests run many imports in sequence or read a one-megabyte line, which is slow on a busy machine. */
const patience = { timeout: 120_000 }

onOneEngine('server', 'An import', (suite) => {
  const { opened, empty } = useLedgerStore(suite)
  beforeAll(async () => {
    await migrate({ database: suite.database, migrations: kytMigrations })
  })
  const noLabels: ReadonlySet<string> = new Set()
  /** Makes pieces small, so that each import has many of them. */
  const contextOf = (ledger: LedgerStore = opened.ledger) => ({
    database: suite.database,
    ledger: { ...ledger, pieceTransfers: 7 },
    clock: systemClock,
  })
  const forget = async () => {
    await empty()
    await suite.database.run('delete from kyt_import')
  }

  it('stores all transfers and records the covered block ranges', async () => {
    await forget()
    const transfers = sampleTransfers(3)
    const report = await importTransfers(contextOf(), {
      source: sourceOf(transfers, 20),
      rejects: refuseRejects,
    })
    expect(report).toEqual({ rows: transfers.length, fresh: transfers.length, rejected: 0 })
    expect(await readLedger(opened.ledger)).toEqual(calculateLedger(transfers, noLabels))
    const again = await importTransfers(contextOf(), {
      source: sourceOf(transfers, 20),
      rejects: refuseRejects,
    })
    expect(again).toEqual({ rows: transfers.length, fresh: 0, rejected: 0 })
    const of = (network: string) => transfers.filter(({ coin }) => (coin === 'BTC') === (network === 'BTC'))
    const blocksOf = (network: string) => of(network).map(({ block }) => block)
    const timesOf = (network: string) => of(network).map(({ time }) => time)
    const { found } = await opened.ledger.coverage([1, 10])
    expect([...found.values()].flat()).toEqual(
      ['BTC', 'ETH'].map((network) => ({
        network: network === 'BTC' ? 1 : 10,
        ...{ source: 'transfers', extent: 'transfers', readAt: expect.any(Number) },
        ...{ first: Math.min(...blocksOf(network)), last: Math.max(...blocksOf(network)) },
        ...{ firstTime: Math.min(...timesOf(network)), lastTime: Math.max(...timesOf(network)) },
      })),
    )
  })

  it('completes the import exactly once on the next run after a crash at any step', patience, async () => {
    const transfers = sampleTransfers(4).slice(0, 60)
    let died = 0
    for (let step = 0; ; step += suite.database.engine === 'embedded' ? 5 : 1) {
      await forget()
      let count = 0
      const alive = () => {
        count += 1
        if (count > step) throw new Error('dead')
      }
      const mortal: LedgerStore = {
        ...opened.ledger,
        stage: async (...call) => {
          alive()
          await opened.ledger.stage(...call)
          alive()
        },
        commit: async (...call) => {
          alive()
          const fresh = await opened.ledger.commit(...call)
          alive()
          return fresh
        },
      }
      const options = { source: sourceOf(transfers, 10), rejects: refuseRejects }
      const outcome = await importTransfers(contextOf(mortal), options).catch(() => 'dead')
      if (outcome !== 'dead') break
      died += 1
      const decided = await selectImportsIn(journalOf(suite), 'applying')
      const report = await importTransfers(contextOf(), options)
      expect(report.fresh).toBe(decided.length > 0 ? 0 : transfers.length)
      expect(await readLedger(opened.ledger)).toEqual(calculateLedger(transfers, noLabels))
      expect([...(await opened.ledger.coverage([1, 10])).found.keys()].sort()).toEqual(['1', '10'])
      const { rows } = await suite.database.run('select import from ledger.staged')
      expect(rows).toEqual([])
    }
    expect(died).toBeGreaterThan(5)
  })

  it(
    'rejects the whole file if one row is invalid, or writes invalid rows to a file on request',
    patience,
    async () => {
      await forget()
      const file = join(folder, `bad-${suite.database.engine}.csv`)
      const rows = badRows.filter(([what]) => what !== 'bytes that are not text')
      const lines = rows.flatMap(([, row], index) => [String(row), good(1000 + index)])
      writeFileSync(file, `${header}\n${lines.join('\n')}\n`)
      const source = await openPlainTransfers([file])
      await expect(importTransfers(contextOf(), { source, rejects: refuseRejects })).rejects.toThrow(
        `line 2: ${rows[0]?.[2]} (the first of ${rows.length} bad rows); nothing was imported.`,
      )
      expect((await opened.ledger.totals(everybody)).size).toBe(0)
      const rejects = writeRejects(join(folder, 'rejects.csv'))
      expect(await importTransfers(contextOf(), { source, rejects })).toEqual({
        rows: lines.length,
        fresh: rows.length,
        rejected: rows.length,
      })
    },
  )

  it('starts again from the beginning if the source has no fingerprint', async () => {
    await forget()
    const transfers = sampleTransfers(5)
    const source = sourceOf(transfers, 10, '')
    const broken: LedgerStore = {
      ...opened.ledger,
      stage: async (piece, packed) => {
        if (piece.seq === 3) throw new Error('dead')
        await opened.ledger.stage(piece, packed)
      },
    }
    await expect(importTransfers(contextOf(broken), { source, rejects: refuseRejects })).rejects.toThrow(
      'dead',
    )
    const { rows } = await suite.database.run('select state from kyt_import')
    expect(rows).toEqual([{ state: 'refused' }])
    const report = await importTransfers(contextOf(), { source, rejects: refuseRejects })
    expect(report.fresh).toBe(transfers.length)
    expect(await readLedger(opened.ledger)).toEqual(calculateLedger(transfers, noLabels))
  })
})
