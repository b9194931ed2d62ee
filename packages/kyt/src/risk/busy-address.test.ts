import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenedLedger, openTestLedger } from '../../../../test/support/ledger.ts'
import { recomputeScore } from '../../../../test/support/recompute-score.ts'
import { addressOf, txOf, writeInto } from '../../../../test/support/risk-ledger.ts'
import type { Transfer } from '../imports/transfer.ts'
import { type KytReader, openKytReader } from '../lookup/kyt-reader.ts'
import { explainRiskScore, getRiskScore } from '../operations/get-risk-score.ts'
import { defaultRiskPolicy } from '../policy/risk-policy.ts'

/** Several times the number of transfers that are read for one address. */
const transfers = 40_000
const busy = addressOf(1)
const thief = addressOf(2)
const mule = addressOf(3)
const client = addressOf(4)
const usd = 1_000_000n

/**
 * Throughout the history, every hundredth payment comes from the thief. The last payments come from a mule
 * that the thief has paid.
 */
const history: Transfer[] = Array.from({ length: transfers }, (_, index) => ({
  coin: 'USDT-ERC20',
  tx: txOf(index + 1),
  position: 0,
  block: index + 1,
  time: 1_600_000_000 + index,
  from:
    index % 2 === 1
      ? busy
      : index % 100 === 0
        ? thief
        : index >= transfers - 100
          ? mule
          : addressOf(10 + (index % 5000)),
  to: index % 2 === 1 ? addressOf(10_000 + (index % 5000)) : busy,
  amount: index >= transfers - 100 ? 1000n * usd : 10n * usd,
}))

let ledger: OpenedLedger
let reader: KytReader
beforeAll(async () => {
  ledger = await openTestLedger('server', { pieceTransfers: 4000 })
  const write = writeInto(ledger)
  const special = { coin: 'USDT-ERC20', position: 0, amount: 100_000n * usd }
  await write.transfers([
    ...history,
    { ...special, tx: txOf(900_001), block: 1, time: 1_600_000_000, from: thief, to: mule },
    { ...special, tx: txOf(900_002), block: 300_000, time: 1_700_000_000, from: busy, to: client },
  ])
  await write.labels([{ address: thief, category: 'theft' }])
  reader = openKytReader(ledger)
})
afterAll(() => ledger?.close())

test('scores an address with very many transfers within the budget, including all direct transfers', async () => {
  const explained = await explainRiskScore(reader, { coin: 'USDT-ERC20', address: busy })
  const direct = explained.pieces.filter((piece) => piece.hops === 1)
  const stolen = history.filter(({ from }) => from === thief).reduce((sum, { amount }) => sum + amount, 0n)
  expect(direct.reduce((sum, { value }) => sum + Number(value), 0)).toBe(Number(stolen / usd))
  // The mule's funds are traced, because its transfers are new enough to be read. Older transfers are
  // reported as a sum.
  expect(explained.pieces).toContainEqual(expect.objectContaining({ address: thief, hops: 2 }))
  const received = history.filter(({ to }) => to === busy).reduce((sum, { amount }) => sum + amount, 0n)
  expect(Number(explained.received.value)).toBe(Number(received / usd))
  const { transfers_of_one: read } = defaultRiskPolicy.budget
  const older = history.slice(0, transfers - read + 1).filter(({ to, from }) => to === busy && from !== thief)
  const olderUsd = older.reduce((sum, { amount }) => sum + Number(amount / usd), 0)
  expect(Number(explained.received.not_followed.older)).toBeCloseTo(olderUsd, -2)
  expect(recomputeScore(explained)).toBe(explained.score)
})

test('counts every direct transfer exactly once under the poison method', async () => {
  const policy = { ...defaultRiskPolicy, method: 'poison' as const }
  const explained = await explainRiskScore(reader, { coin: 'USDT-ERC20', address: busy }, policy)
  const direct = explained.pieces.filter((piece) => piece.direction === 'received' && piece.hops === 1)
  const stolen = history.filter(({ from }) => from === thief).reduce((sum, { amount }) => sum + amount, 0n)
  expect(direct.reduce((sum, { value }) => sum + Number(value), 0)).toBe(Number(stolen / usd))
  expect(recomputeScore(explained)).toBe(explained.score)
})

test('stops tracing at a busy unknown address and reports this', async () => {
  const explained = await explainRiskScore(reader, { coin: 'USDT-ERC20', address: client })
  expect(explained).toMatchObject({ score: 3, received: { not_followed_share: 1 } })
  expect(Number(explained.received.not_followed.busy)).toBe(100_000)
  expect(await getRiskScore(reader, { coin: 'USDT-ERC20', txid: txOf(900_002) })).toMatchObject({ score: 3 })
})
