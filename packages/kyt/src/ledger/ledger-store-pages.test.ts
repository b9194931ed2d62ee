import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { useLedgerStore } from '../../../../test/support/ledger-store.ts'
import { runs } from '../../../../test/support/test-all.ts'
import type { LedgerTransfer, PageQuery, SourceTransaction } from './ledger-store.ts'
import type { Movement } from './movement.ts'
import { openPackedLedger } from './packed/open-packed-ledger.ts'
import { identifierOf, referenceOf, transactionId } from './packed/transactions/transaction-id.ts'
import { newerFirst } from './page-cut.ts'

// The ledger uses the chunks' transaction counts to find a page in a long history. These tests compare the
// pages with pages calculated directly from the transfers, for any order of arrival.

const network = 10
const mine = 'aa'.repeat(20)
const key = { network, address: mine }
const firstBlock = 100
const lastBlock = 140
/** Blocks form consecutive pairs, and both blocks in a pair have the same time. */
const timeOf = (block: number) => 1_700_000_000 + Math.floor(block / 2)

const other = fc.constantFrom('b1', 'b2', 'b3').map((byte) => byte.repeat(20))
const ends = fc.oneof(
  { weight: 6, arbitrary: other.map((from) => ({ from, to: mine, fee: false })) },
  { weight: 6, arbitrary: other.map((to) => ({ from: mine, to, fee: false })) },
  { weight: 1, arbitrary: fc.constant({ from: mine, to: mine, fee: false }) },
  { weight: 1, arbitrary: fc.constant({ from: mine, to: '', fee: true }) },
  { weight: 1, arbitrary: other.map((to) => ({ from: 'b1'.repeat(20), to, fee: false })) },
)
/** A transfer, and the piece in which it arrives. */
const move = fc.record({
  ends,
  coin: fc.constantFrom(1, 1, 1, 2),
  piece: fc.integer({ min: 0, max: 5 }),
})
const pieces = 6

type SplitTransaction = SourceTransaction & { readonly pieceOf: ReadonlyMap<LedgerTransfer, number> }

/**
 * Generates transactions on one branch of the chain. Most transactions have a few transfers, and some have
 * more than fit into a chunk.
 */
const branch = (name: string) =>
  fc
    .array(
      fc.record({
        block: fc.integer({ min: firstBlock, max: lastBlock }),
        moves: fc.oneof(
          { weight: 20, arbitrary: fc.array(move, { minLength: 1, maxLength: 4 }) },
          { weight: 1, arbitrary: fc.array(move, { minLength: 50, maxLength: 70 }) },
        ),
        /** Whether the whole transaction arrives in one piece, as most transactions do. */
        isWhole: fc.oneof(
          { weight: 5, arbitrary: fc.constant(true) },
          { weight: 1, arbitrary: fc.boolean() },
        ),
      }),
      { minLength: 20, maxLength: 150 },
    )
    .map((drawn) =>
      drawn.map(({ block, moves, isWhole }, index): SplitTransaction => {
        const pieceOf = new Map<LedgerTransfer, number>()
        const transfers = moves.map(({ ends: { from, to, fee }, coin, piece }, position) => {
          const made = { coin, position, from, to, amount: BigInt(position + 1), fee }
          pieceOf.set(made, isWhole ? (moves[0]?.piece ?? 0) : piece)
          return made
        })
        const tx = `00${Buffer.from(`${name} ${index}`).toString('hex')}`
        return { network, tx, block, time: timeOf(block), transfers, pieceOf }
      }),
    )

type Query = Omit<PageQuery, 'to'> & { readonly seconds: number }

const query: fc.Arbitrary<Query> = fc.record({
  coin: fc.constantFrom(1, 1, 1, 2),
  kinds: fc.constantFrom<PageQuery['kinds']>(['in', 'out'], ['in', 'out'], ['in'], ['out']),
  from: fc.oneof(
    fc.constant(timeOf(firstBlock)),
    fc.integer({ min: timeOf(firstBlock) - 1, max: timeOf(lastBlock) + 1 }),
  ),
  seconds: fc.oneof(fc.constant(2 ** 31), fc.constant(2 ** 31), fc.integer({ min: 0, max: 25 })),
  offset: fc.integer({ min: 0, max: 160 }),
  limit: fc.integer({ min: 1, max: 30 }),
})

const referenceOfTx = (tx: string) => referenceOf(transactionId(identifierOf(network, tx)))

/** Calculates the page from the transfers. */
function pageOf(transactions: readonly SourceTransaction[], of: PageQuery) {
  const movements = transactions
    .flatMap(({ tx, block, time, transfers }) =>
      transfers.flatMap(({ coin, position, from, to, amount, fee }): Movement[] => {
        const at = { coin, time, block, tx: referenceOfTx(tx), position, amount }
        return [
          ...(from === mine && !fee ? [{ ...at, kind: 'out', counterparty: to } as const] : []),
          ...(to === mine ? [{ ...at, kind: 'in', counterparty: from } as const] : []),
        ]
      }),
    )
    .filter(({ coin, kind }) => coin === of.coin && of.kinds.some((one) => one === kind))
    .filter(({ time }) => time >= of.from && time <= of.to)
    .sort(newerFirst)
  const all = [...new Set(movements.map(({ tx }) => tx))]
  const page = all.slice(of.offset, of.offset + of.limit)
  return {
    txs: page,
    movements: movements
      .filter(({ tx }) => page.includes(tx))
      .map(textOf)
      .sort(),
    transactions: page.length,
    total: all.length,
  }
}

const textOf = ({ tx, kind, position, time, block, counterparty, amount }: Movement) =>
  `${tx} ${kind} ${position} ${time} ${block} ${counterparty} ${amount}`

onBothEngines('Pages of a long history', (suite) => {
  const { opened, empty, stage, nextRevision } = useLedgerStore(suite)

  const put = async (transactions: readonly SplitTransaction[], atOnce: boolean) => {
    const importId = nextRevision()
    for (let seq = 0; seq < pieces; seq++) {
      const given = transactions.flatMap(({ pieceOf, ...transaction }) => {
        const transfers = transaction.transfers.filter((one) => pieceOf.get(one) === seq)
        return transfers.length === 0 ? [] : { ...transaction, transfers }
      })
      if (atOnce) await opened.ledger.stage({ importId, seq }, await opened.ledger.pack(given))
      else await opened.ledger.commit(await stage(given))
    }
    if (!atOnce) return
    const isIn = await openPackedLedger(suite.database, { minRebuildTransfers: 1 }).commitWhole(importId)
    if (!isIn) for (let seq = 0; seq < pieces; seq++) await opened.ledger.commit({ importId, seq })
  }

  const check = async (transactions: readonly SplitTransaction[], queries: readonly Query[]) => {
    for (const { from, seconds, ...selection } of queries) {
      const of = { ...selection, from, to: Math.min(from + seconds, 2 ** 32 - 1) }
      const { movements, ...page } = await opened.ledger.page(key, of)
      expect({
        ...page,
        txs: [...new Set(movements.map(({ tx }) => tx))],
        movements: movements.map(textOf).sort(),
      }).toEqual(pageOf(transactions, of))
    }
  }

  /**
   * Checks that the counts in chunks and heads add up to the account totals, which shows that no movement is
   * stored twice.
   */
  const sums = async () =>
    (
      await suite.database.run(
        `select encode(address, 'hex') as address, coin, account.txs - coalesce(chunked.txs, 0) as txs,
           account.received_txs - coalesce(chunked.received_txs, 0) as received,
           account.spent_txs - coalesce(chunked.spent_txs, 0) as spent
         from ledger.account left join (
           select address, coin, sum(txs)::int4 as txs, sum(received_txs)::int4 as received_txs,
             sum(spent_txs)::int4 as spent_txs from ledger.chunk group by address, coin) as chunked using (address, coin)`,
      )
    ).rows as { address: string; coin: number; txs: number; received: number; spent: number }[]

  const checkSums = async () => {
    const accounts = [...(await opened.ledger.accounts([key])).found.values()].flat()
    const expected = accounts.map((account) => {
      const newest = account.newest()
      const distinct = (...kinds: string[]) =>
        new Set(newest.filter(({ kind }) => kinds.includes(kind)).map(({ tx }) => tx)).size
      return {
        coin: account.coin,
        txs: distinct('in', 'out'),
        received: distinct('in'),
        spent: distinct('out'),
      }
    })
    const found = (await sums()).filter(({ address }) => address.endsWith(mine))
    const byCoin = (one: { coin: number }, two: { coin: number }) => one.coin - two.coin
    expect(found.map(({ address, ...rest }) => rest).sort(byCoin)).toEqual(expected.sort(byCoin))
  }

  it('match pages calculated from the transfers for any order and number of pieces, even after blocks have been retracted', {
    timeout: 240_000,
  }, async () => {
    const world = fc.record({
      lost: branch('lost'),
      won: branch('won'),
      atOnce: fc.boolean(),
      fromBlock: fc.integer({ min: firstBlock, max: lastBlock }),
      queries: fc.array(query, { minLength: 12, maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(world, async ({ lost, won, atOnce, fromBlock, queries }) => {
        await empty()
        await put(lost, atOnce)
        await checkSums()
        await check(lost, queries)
        await opened.ledger.retract({ network, fromBlock })
        const kept = lost.filter(({ block }) => block < fromBlock)
        await checkSums()
        await check(kept, queries)
        await put(won, false)
        await checkSums()
        await check([...kept, ...won], queries)
      }),
      { numRuns: runs(6), endOnFailure: true },
    )
  })
})
