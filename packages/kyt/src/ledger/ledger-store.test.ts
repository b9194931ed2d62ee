import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { calculateLedger } from '../../../../test/support/ledger-model.ts'
import {
  everybody,
  labelOf,
  networkOf,
  readLedger,
  toGiven,
  useLedgerStore,
} from '../../../../test/support/ledger-store.ts'
import { inPieces, someTransfers } from '../../../../test/support/random-transfers.ts'
import { runs } from '../../../../test/support/test-all.ts'
import { findCoin } from '../coins/find-coin.ts'

// Tests properties that every ledger engine must have: results depend only on the transfers, not on the order
// of their arrival.

const noLabels: ReadonlySet<string> = new Set()
/** These tests create many ledgers in sequence, which is slow on a busy machine. */
const patience = { timeout: 120_000 }

onBothEngines('The ledger', (suite) => {
  const { opened, empty, take, nextRevision } = useLedgerStore(suite)
  const says = () => readLedger(opened.ledger)

  it(
    'returns the same data for any order and number of pieces, committed concurrently or in sequence',
    patience,
    async () => {
      const world = someTransfers('aa').chain((transfers) =>
        fc.record({ transfers: fc.constant(transfers), pieces: inPieces(transfers), atOnce: fc.boolean() }),
      )
      await fc.assert(
        fc.asyncProperty(world, async ({ transfers, pieces, atOnce }) => {
          await empty()
          if (atOnce) await Promise.all(pieces.map(take))
          else for (const piece of pieces) await take(piece)
          expect(await says()).toEqual(calculateLedger(transfers, noLabels))
          expect(await take(transfers)).toBe(0)
          expect(await says()).toEqual(calculateLedger(transfers, noLabels))
        }),
        { numRuns: runs(15), endOnFailure: true },
      )
    },
  )

  it('forgets retracted blocks and accepts the blocks of the other branch', patience, async () => {
    const world = fc.record({
      lost: someTransfers('aa'),
      won: someTransfers('bb'),
      fromBlock: fc.integer({ min: 100, max: 131 }),
      labelFirst: fc.boolean(),
    })
    const known = everybody.slice(0, 4)
    const knownBytes = new Set(known.map(({ address }) => address))
    await fc.assert(
      fc.asyncProperty(world, async ({ lost, won, fromBlock, labelFirst }) => {
        await empty()
        const name = async () => {
          const revision = nextRevision()
          await opened.ledger.stageLabels(
            revision,
            known.map((key) => labelOf(key, 'list')),
          )
          await opened.ledger.commitLabels(revision)
        }
        if (labelFirst) await name()
        await take(lost)
        if (!labelFirst) await name()
        for (const network of [networkOf('ETH'), networkOf('BTC')])
          await opened.ledger.retract({ network, fromBlock })
        const kept = lost.filter(({ block }) => block < fromBlock)
        expect(await says()).toEqual(calculateLedger(kept, knownBytes))
        await take(won)
        expect(await says()).toEqual(calculateLedger([...kept, ...won], knownBytes))
      }),
      { numRuns: runs(10), endOnFailure: true },
    )
  })

  it(
    'returns the newest movements in a window and the first funder, regardless of the order of arrival',
    patience,
    async () => {
      const [key] = everybody.slice(4)
      if (key === undefined) throw new Error('missing account')
      const coin = findCoin('ETH')?.id ?? 0
      const world = someTransfers('cc').chain((transfers) =>
        fc.record({
          transfers: fc.constant(transfers.filter((transfer) => transfer.coin === 'ETH')),
          pieces: inPieces(transfers.filter((transfer) => transfer.coin === 'ETH')),
          from: fc.integer({ min: 95, max: 135 }),
          blocks: fc.integer({ min: 0, max: 40 }),
          most: fc.integer({ min: 1, max: 100 }),
        }),
      )
      await fc.assert(
        fc.asyncProperty(world, async ({ transfers, pieces, from, blocks, most }) => {
          await empty()
          for (const piece of pieces) await take(piece)
          const mine = toGiven(transfers).flatMap(({ tx, time, transfers: list }) =>
            list.flatMap(({ from: sender, to, amount, fee }) => [
              ...(sender === key.address
                ? [{ tx, time, kind: fee ? 'fee' : 'out', counterparty: to, amount }]
                : []),
              ...(to === key.address && !fee ? [{ tx, time, kind: 'in', counterparty: sender, amount }] : []),
            ]),
          )
          const window = { from: 1_700_000_000 + from * 12, to: 1_700_000_000 + (from + blocks) * 12 }
          const expected = mine.filter(({ time }) => time >= window.from && time <= window.to)
          const found = await opened.ledger.newest({ key, coin, ...window }, most)
          const timesOf = (list: readonly { time: number }[]) =>
            list.map(({ time }) => time).sort((a, b) => b - a)
          expect(timesOf(found).slice(0, most)).toEqual(timesOf(expected).slice(0, most))
          const all = await opened.ledger.newest({ key, coin, ...window }, 1_000_000)
          const textOf = ({ time, kind, counterparty, amount }: (typeof mine)[number]) =>
            `${time} ${kind} ${counterparty} ${amount}`
          expect(all.map(textOf).sort()).toEqual(expected.map(textOf).sort())

          // Across all pages, every transaction appears once, and no page contains a newer transaction than
          // the page before it.
          for (const kinds of [['in', 'out'], ['in'], ['out']] as const) {
            const selected = expected.filter(({ kind }) => kinds.some((one) => one === kind))
            const read = []
            for (let offset = 0; ; offset += 7) {
              const page = await opened.ledger.page(key, { coin, ...window, kinds, offset, limit: 7 })
              expect(page.transactions).toBe(new Set(page.movements.map(({ tx }) => tx)).size)
              expect(page.total).toBe(new Set(selected.map(({ tx }) => tx)).size)
              if (page.transactions === 0) break
              read.push(...page.movements)
            }
            expect(read.map(textOf).sort()).toEqual(selected.map(textOf).sort())
            expect(read.map(({ time }) => time)).toEqual(timesOf(selected))
          }

          const received = mine.filter(({ kind }) => kind === 'in')
          const first = Math.min(...received.map(({ time }) => time))
          const funders = received
            .filter(({ time }) => time === first)
            .map(({ counterparty }) => counterparty)
          const funder = await opened.ledger.firstFunder(key, coin)
          if (funders.length === 0) expect(funder).toBeUndefined()
          else expect(funders).toContain(funder)
        }),
        { numRuns: runs(10), endOnFailure: true },
      )
    },
  )
})
