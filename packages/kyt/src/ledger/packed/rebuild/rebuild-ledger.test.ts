import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onBothEngines } from '../../../../../../test/support/engines.ts'
import { calculateLedger } from '../../../../../../test/support/ledger-model.ts'
import {
  everybody,
  labelOf,
  networkOf,
  readLedger,
  toGiven,
  useLedgerStore,
} from '../../../../../../test/support/ledger-store.ts'
import { inPieces, sampleTransfers, someTransfers } from '../../../../../../test/support/random-transfers.ts'
import { runs } from '../../../../../../test/support/test-all.ts'
import type { Transfer } from '../../../imports/transfer.ts'
import { openPackedLedger } from '../open-packed-ledger.ts'
import { createNextTables } from './rebuild-store.ts'

const noLabels: ReadonlySet<string> = new Set()
const known = everybody.slice(0, 4)
const knownBytes = new Set(known.map(({ address }) => address))

onBothEngines('An import that rebuilds the ledger', (suite) => {
  const { opened, empty, take, nextRevision } = useLedgerStore(suite)
  const open = (minRebuildTransfers = 1) => openPackedLedger(suite.database, { minRebuildTransfers })
  const stageAll = async (pieces: readonly (readonly Transfer[])[]) => {
    const importId = nextRevision()
    for (const [seq, piece] of pieces.entries()) {
      await opened.ledger.stage({ importId, seq }, await opened.ledger.pack(toGiven(piece)))
    }
    return importId
  }
  const knowSome = async () => {
    const revision = nextRevision()
    await opened.ledger.stageLabels(
      revision,
      known.map((key) => labelOf(key, 'list')),
    )
    await opened.ledger.commitLabels(revision)
  }
  const indexes = async () =>
    (
      await suite.database.run(
        "select tablename, indexname, indexdef from pg_indexes where schemaname = 'ledger' order by 1, 2",
      )
    ).rows
  const settings = async () =>
    (
      await suite.database.run(
        `select relname, reloptions from pg_class where relnamespace = 'ledger'::regnamespace and relkind = 'r' order by 1`,
      )
    ).rows

  it('returns the same result as committing piece by piece', async () => {
    const before = [await indexes(), await settings()]
    const world = someTransfers('aa').chain((transfers) =>
      fc.record({
        transfers: fc.constant(transfers),
        pieces: inPieces(transfers),
        had: fc.integer({ min: 0, max: 3 }),
        fromBlock: fc.integer({ min: 100, max: 131 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(world, async ({ transfers, pieces, had, fromBlock }) => {
        await empty()
        await knowSome()
        const first = pieces.slice(0, had)
        let taken = 0
        for (const piece of first) taken += await take(piece)
        const importId = await stageAll(pieces)
        if (await open().commitWhole(importId)) {
          expect(await opened.ledger.staged(importId)).toEqual([])
          const { movements } = calculateLedger(transfers, knownBytes)
          expect(movements).toBeGreaterThan(0)
          expect(taken + (await opened.ledger.freshOf(importId))).toBe(
            toGiven(transfers).reduce((sum, { transfers: list }) => sum + list.length, 0),
          )
        } else for (const seq of pieces.keys()) await opened.ledger.commit({ importId, seq })
        expect(await readLedger(opened.ledger)).toEqual(calculateLedger(transfers, knownBytes))
        // The rebuilt ledger must recognize repeated transfers and be able to retract blocks.
        expect(await take(transfers)).toBe(0)
        for (const network of [networkOf('ETH'), networkOf('BTC')]) {
          await opened.ledger.retract({ network, fromBlock })
        }
        const kept = transfers.filter(({ block }) => block < fromBlock)
        expect(await readLedger(opened.ledger)).toEqual(calculateLedger(kept, knownBytes))
      }),
      { numRuns: runs(8), endOnFailure: true },
    )
    expect([await indexes(), await settings()]).toEqual(before)
  })

  it('returns the same result when threads process parts of the import', async () => {
    await knowSome()
    const transfers = sampleTransfers(8)
    await take(transfers.slice(0, 10))
    const importId = await stageAll([transfers.slice(0, 30), transfers.slice(30, 40), transfers.slice(25)])
    const shares: number[] = []
    const inParts = openPackedLedger(suite.database, { minRebuildTransfers: 1, rebuildBucketTransfers: 12 })
    expect(await inParts.commitWhole(importId, { onDone: (share) => void shares.push(share) })).toBe(true)
    expect(await readLedger(opened.ledger)).toEqual(calculateLedger(transfers, knownBytes))
    // With these sizes, the import has three pieces, and both transactions and accounts are distributed
    // across several buckets.
    expect(shares.length).toBeGreaterThan(3 + 2 * 4)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  })

  it('rebuilds nothing if it is small, or small compared with the ledger', async () => {
    const transfers = sampleTransfers(5)
    const few = await stageAll([transfers.slice(0, 10)])
    expect(await open(11).commitWhole(few)).toBe(false)
    await take(transfers)
    const share = await stageAll([transfers.slice(0, 2)])
    expect(await open().commitWhole(share)).toBe(false)
    expect(await opened.ledger.staged(share)).toEqual([0])
  })

  it('starts again after a failure, and leaves no tables behind', async () => {
    const transfers = sampleTransfers(6)
    const importId = await stageAll([transfers.slice(0, 40), transfers.slice(40)])
    const before = await settings()
    // Simulates the tables left by a killed process.
    await createNextTables(suite.database.tables(), importId)
    for (const share of [0.1, 0.5, 0.9]) {
      const cut = open().commitWhole(importId, {
        onDone: (done) => {
          if (done > share) throw new Error('cut short')
        },
      })
      await expect(cut).rejects.toThrow('cut short')
      expect((await readLedger(opened.ledger)).movements).toBe(0)
    }
    expect(await open().commitWhole(importId)).toBe(true)
    expect(await readLedger(opened.ledger)).toEqual(calculateLedger(transfers, noLabels))
    expect(await settings()).toEqual(before)
  })

  it('keeps all transfers that are committed concurrently', async () => {
    const all = sampleTransfers(7)
    const others = all.slice(0, 50)
    const importId = await stageAll([all.slice(50)])
    let other: Promise<number> | undefined
    const isIn = await open().commitWhole(importId, {
      onDone: () => {
        other ??= take(others)
      },
    })
    await other
    if (!isIn) await opened.ledger.commit({ importId, seq: 0 })
    expect(await readLedger(opened.ledger)).toEqual(calculateLedger(all, noLabels))
  })

  it('leaves no tables behind when the ledger is cleared', async () => {
    const before = await settings()
    await createNextTables(suite.database.tables(), nextRevision())
    await opened.ledger.clear()
    expect(await settings()).toEqual(before)
  })
})
