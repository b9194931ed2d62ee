import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onBothEngines } from '../../../../../../test/support/engines.ts'
import { worldAddress } from '../../../../../../test/support/ledger-runs.ts'
import { toGiven, useLedgerStore } from '../../../../../../test/support/ledger-store.ts'
import { runs } from '../../../../../../test/support/test-all.ts'
import type { CoveredRange, Extent } from '../../covered-range.ts'
import { openPackedLedger } from '../open-packed-ledger.ts'

const networkIds = [1, 10]
const timeOf = (block: number) => 1_700_000_000 + block * 12
const readAt = timeOf(1000)

/** A change to the ledger: blocks with or without a transaction in some of them, a retraction, or a reset. */
const change = fc.oneof(
  { weight: 6, arbitrary: addition() },
  {
    weight: 2,
    arbitrary: fc.record({
      retract: fc.record({
        network: fc.constantFrom(...networkIds),
        fromBlock: fc.integer({ min: 0, max: 70 }),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ isReset: fc.constant(true) }) },
)

type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

function addition() {
  return fc.record({
    network: fc.constantFrom(...networkIds),
    source: fc.constantFrom('follow', 'transfers'),
    extent: fc.constantFrom<Extent>('blocks', 'transfers'),
    first: fc.integer({ min: 0, max: 60 }),
    blocks: fc.integer({ min: 1, max: 9 }),
    /** The blocks with a transaction, counted from the first block. */
    filled: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }),
    how: fc.constantFrom<'pieces' | 'whole'>('pieces', 'whole'),
  })
}

/** Returns the first and last blocks in the run of consecutive blocks that contains a block. */
function runAt(blocks: ReadonlyMap<number, number>, block: number): { first: number; last: number } {
  let [first, last] = [block, block]
  while (blocks.has(first - 1)) first -= 1
  while (blocks.has(last + 1)) last += 1
  return { first, last }
}

/**
 * Records every block of every source with its time. The last of several consecutive blocks carries the time
 * at which their range ends.
 */
function createModel() {
  let sources = new Map<string, Map<number, number>>()
  let transactions = new Set<string>()
  return {
    apply(one: Change): void {
      if ('isReset' in one) {
        sources = new Map()
        transactions = new Set()
      } else if ('retract' in one) {
        const { network, fromBlock } = one.retract
        const left = [...transactions].filter((text) => {
          const [of, block] = text.split(' ').map(Number)
          return of !== network || (block ?? 0) < fromBlock
        })
        transactions = new Set(left)
        const newest = Math.max(
          ...left.flatMap((text) => (text.startsWith(`${network} `) ? Number(text.split(' ')[1]) : [])),
        )
        for (const [key, blocks] of sources) {
          if (!key.startsWith(`${network} `)) continue
          const isCut = blocks.has(fromBlock) && blocks.has(fromBlock - 1)
          const { first, last } = runAt(blocks, fromBlock - 1)
          const end = blocks.get(last) ?? 0
          for (const block of [...blocks.keys()]) if (block >= fromBlock) blocks.delete(block)
          if (isCut) blocks.set(fromBlock - 1, Math.max(timeOf(first), Math.min(end, timeOf(newest))))
        }
      } else {
        const { network, source, extent, first, blocks: count } = one
        const key = `${network} ${source} ${extent}`
        const blocks = sources.get(key) ?? new Map<number, number>()
        sources.set(key, blocks)
        const end = first + count - 1
        for (let block = first; block <= end; block++) {
          if (!blocks.has(block)) blocks.set(block, timeOf(block))
        }
        const { last } = runAt(blocks, end)
        blocks.set(last, Math.max(blocks.get(last) ?? 0, timeOf(end)))
        for (const at of one.filled) if (at < count) transactions.add(`${network} ${first + at}`)
      }
    },
    ranges(): CoveredRange[] {
      return [...sources].flatMap(([key, blocks]) => {
        const [network = '', source = '', extent = ''] = key.split(' ')
        return [...blocks.keys()]
          .filter((block) => !blocks.has(block - 1))
          .map((first) => {
            const { last } = runAt(blocks, first)
            const times = { firstTime: timeOf(first), lastTime: blocks.get(last) ?? 0 }
            return {
              network: Number(network),
              source,
              extent: extent as Extent,
              first,
              last,
              ...times,
              readAt,
            }
          })
      })
    },
  }
}

const inOrder = (ranges: readonly CoveredRange[]) =>
  ranges.map((range) => JSON.stringify(Object.entries(range).sort())).sort()

onBothEngines('The coverage of a ledger', (suite) => {
  const { opened, empty, stage } = useLedgerStore(suite)
  const stored = async () => [...(await opened.ledger.coverage(networkIds)).found.values()].flat()
  let transactions = 0

  async function apply(one: Change): Promise<void> {
    if ('isReset' in one) return await opened.ledger.clear()
    if ('retract' in one) return await opened.ledger.retract(one.retract)
    const { network, source, extent, first, blocks, filled, how } = one
    const last = first + blocks - 1
    const times = { firstTime: timeOf(first), lastTime: timeOf(last), readAt }
    const covered = [{ network, source, extent, first, last, ...times }]
    const coin = network === 1 ? 'BTC' : 'ETH'
    const given = toGiven(
      filled
        .filter((at) => at < blocks)
        .map((at) => {
          transactions += 1
          const hash = transactions.toString(16).padStart(64, '0')
          return {
            ...{ coin, tx: coin === 'BTC' ? hash : `0x${hash}`, position: 0, amount: 1n },
            ...{ block: first + at, time: timeOf(first + at) },
            ...{ from: worldAddress(coin, 1), to: worldAddress(coin, 2) },
          }
        }),
    )
    if (given.length === 0) return await opened.ledger.cover(covered)
    const piece = await stage(given)
    const rebuilding = openPackedLedger(suite.database, { minRebuildTransfers: 1 })
    const isIn = how === 'whole' && (await rebuilding.commitWhole(piece.importId, { covered }))
    if (!isIn) await opened.ledger.commit(piece, covered)
  }

  it('equals the ranges of all blocks that were added and not retracted', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 14 }), async (changes) => {
        await empty()
        const model = createModel()
        for (const one of changes) {
          await apply(one)
          model.apply(one)
          expect(inOrder(await stored())).toEqual(inOrder(model.ranges()))
        }
      }),
      { numRuns: runs(12), endOnFailure: true },
    )
  })

  it('merges adjacent ranges that are added concurrently', async () => {
    await empty()
    const blocks = Array.from({ length: 20 }, (_, block) => block)
    await Promise.all(
      blocks.map((block) =>
        opened.ledger.cover([
          {
            ...{ network: 1, source: 'follow', extent: 'blocks', first: block, last: block },
            ...{ firstTime: timeOf(block), lastTime: timeOf(block), readAt },
          },
        ]),
      ),
    )
    expect(await stored()).toMatchObject([{ first: 0, last: 19, firstTime: timeOf(0), lastTime: timeOf(19) }])
  })

  it('is not recorded for a piece that fails, and is not recorded again for a committed one', async () => {
    await empty()
    const times = { firstTime: timeOf(1), lastTime: timeOf(2), readAt }
    const covered: CoveredRange[] = [
      { network: 1, source: 'transfers', extent: 'transfers', first: 1, last: 2, ...times },
    ]
    await expect(opened.ledger.commit({ importId: 999_999, seq: 0 }, covered)).rejects.toThrow(
      'no such piece',
    )
    expect(await stored()).toEqual([])
    const piece = await stage([])
    await opened.ledger.commit(piece, covered)
    expect(await stored()).toEqual(covered)
    await opened.ledger.retract({ network: 1, fromBlock: 0 })
    await opened.ledger.commit(piece, covered)
    expect(await stored()).toEqual([])
  })

  it('reports the networks whose coverage changed', async () => {
    await empty()
    const since = await opened.ledger.versions()
    await apply({
      ...{ network: 10, source: 'follow', extent: 'blocks', first: 1 },
      blocks: 2,
      filled: [],
      how: 'pieces',
    })
    const { touched } = await opened.ledger.changesSince(since)
    expect(touched).toMatchObject({ networks: new Set([10]), accounts: new Set() })
  })
})
