import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { calculateLedger } from '../../../../test/support/ledger-model.ts'
import { everybody, networkOf, readLedger, useLedgerStore } from '../../../../test/support/ledger-store.ts'
import { someTransfers } from '../../../../test/support/random-transfers.ts'
import { runs } from '../../../../test/support/test-all.ts'
import { formatAddress } from '../addresses/parse-address.ts'
import { createHistoryConverter } from '../fetch/convert-history.ts'
import type { Transfer } from '../imports/transfer.ts'
import type { HistoryTransfer } from '../sources/histories/history-source.ts'
import type { FetchedHistory } from './fetched-history.ts'
import { type AccountKey, accountId } from './ledger-store.ts'
import { openPackedLedger } from './packed/open-packed-ledger.ts'

const noLabels: ReadonlySet<string> = new Set()
const patience = { timeout: 120_000 }

const whole = (through: number, more: Partial<FetchedHistory> = {}): FetchedHistory => ({
  ...{ state: 'whole', through, throughTime: 1_700_000_000 + through * 12, readAt: 1_700_010_000 },
  ...{ source: 'test', lacks: [], size: undefined, ...more },
})

/** The key of an address given in the text form that sources use. */
const textOf = ({ network, address }: AccountKey) =>
  formatAddress(network === networkOf('BTC') ? 'BTC' : 'ETH', Buffer.from(address, 'hex'))

/** Native transfers at position 0 are the value of their transaction, and fees are known exactly. */
const isAlwaysPlaced = ({ coin, position, fee }: Transfer) =>
  fee === true || (position === 0 && coin !== 'USDT-ERC20')

const contentOf = ({ coin, tx, from, to, amount }: HistoryTransfer) => `${coin} ${tx} ${from} ${to} ${amount}`

/** A source that does not know the positions of transfers within a transaction. */
const unplace = (transfer: Transfer): HistoryTransfer =>
  isAlwaysPlaced(transfer) ? transfer : { ...transfer, position: undefined }

/**
 * The transfers that a ledger contains after some of them arrived with positions and some without: for equal
 * content, as many as arrived with positions, or as many as arrived at once without positions, whichever is
 * more.
 */
function expectedOf(arrived: readonly (readonly HistoryTransfer[])[]): Transfer[] {
  const placed = new Map<string, Transfer>()
  const most = new Map<string, number>()
  for (const batch of arrived) {
    const counts = new Map<string, number>()
    for (const transfer of batch) {
      const { coin, tx, position } = transfer
      if (position !== undefined) placed.set(`${coin} ${tx} ${position}`, { ...transfer, position })
      else counts.set(contentOf(transfer), (counts.get(contentOf(transfer)) ?? 0) + 1)
    }
    for (const [content, count] of counts) most.set(content, Math.max(count, most.get(content) ?? 0))
  }
  const all = [...placed.values()]
  const unplaced = arrived.flat().filter(({ position }) => position === undefined)
  const samples = new Map(unplaced.map((transfer) => [contentOf(transfer), transfer]))
  let extra = 1_000_000
  for (const [content, count] of most) {
    const sample = samples.get(content)
    const known = all.filter((one) => !isAlwaysPlaced(one) && contentOf(one) === content).length
    for (let left = count - known; left > 0 && sample !== undefined; left--) {
      all.push({ ...sample, position: extra++ })
    }
  }
  return all
}

onBothEngines('Fetched histories in the ledger', (suite) => {
  const { opened, empty, take, stage } = useLedgerStore(suite)
  const convert = createHistoryConverter()
  const fetch = async (key: AccountKey, transfers: readonly HistoryTransfer[], history?: FetchedHistory) =>
    await opened.ledger.commitHistory({
      ...{ key, transactions: convert(transfers), retractions: await opened.ledger.retractions() },
      ...(history === undefined ? {} : { history }),
    })
  const [me, other] = everybody as [AccountKey, AccountKey]
  const historyOf = async (key: AccountKey) =>
    (await opened.ledger.fetched([key])).found.get(accountId(key))?.[0]

  it(
    'contain the same transfers regardless of the order of fetches, imports and retractions',
    patience,
    async () => {
      const world = fc.record({
        chain: someTransfers('aa').map((transfers) =>
          // Only a few different amounts, so that several transfers of a transaction have equal content.
          transfers.map((transfer) => ({ ...transfer, amount: 1n + (transfer.amount % 2n) })),
        ),
        steps: fc.array(
          fc.oneof(
            { weight: 3, arbitrary: fc.record({ fetch: fc.nat({ max: everybody.length - 1 }) }) },
            { weight: 3, arbitrary: fc.record({ import: fc.nat(), of: fc.integer({ min: 1, max: 3 }) }) },
            { weight: 1, arbitrary: fc.record({ retractFrom: fc.integer({ min: 100, max: 131 }) }) },
          ),
          { minLength: 1, maxLength: 12 },
        ),
      })
      await fc.assert(
        fc.asyncProperty(world, async ({ chain, steps }) => {
          await empty()
          let arrived: (readonly HistoryTransfer[])[] = []
          for (const step of steps) {
            if ('fetch' in step) {
              const key = everybody[step.fetch]
              if (key === undefined) continue
              const text = textOf(key)
              const own = chain.filter(({ from, to }) => from === text || to === text).map(unplace)
              await fetch(key, own)
              arrived.push(own)
            } else if ('import' in step) {
              const some = chain.filter((_, index) => (index + step.import) % step.of === 0)
              await take(some)
              arrived.push(some)
            } else {
              for (const coin of ['ETH', 'BTC'])
                await opened.ledger.retract({ network: networkOf(coin), fromBlock: step.retractFrom })
              arrived = arrived.map((batch) => batch.filter(({ block }) => block < step.retractFrom))
            }
            expect(await readLedger(opened.ledger)).toEqual(calculateLedger(expectedOf(arrived), noLabels))
          }
        }),
        { numRuns: runs(25), endOnFailure: true },
      )
    },
  )

  const payment = (position: number | undefined, block = 100): HistoryTransfer => ({
    ...{
      coin: 'USDT-ERC20',
      tx: `0x${'ab'.repeat(32)}`,
      block,
      time: 1_700_000_000 + block * 12,
      amount: 5n,
    },
    ...{ position, from: textOf(me), to: `0x${'2'.repeat(40)}` },
  })

  it('store a transfer once if its position is reported later, and twice if there were two', async () => {
    expect(await fetch(me, [payment(undefined)])).toBe(1)
    expect(await fetch(me, [payment(undefined)])).toBe(0)
    expect(await take([payment(7) as Transfer])).toBe(0)
    expect(await take([payment(7) as Transfer])).toBe(0)
    expect(await take([payment(9) as Transfer])).toBe(1)
    expect(await fetch(me, [payment(undefined), payment(undefined)])).toBe(0)
    expect(await fetch(me, [payment(undefined), payment(undefined), payment(undefined)])).toBe(1)
  })

  it('are recorded with their end, and shortened by a retraction', async () => {
    expect(await historyOf(me)).toBeUndefined()
    await fetch(me, [payment(undefined)], whole(120, { lacks: ['internal transfers'], size: 7 }))
    await fetch(other, [], whole(90, { state: 'part', source: 'other' }))
    expect(await historyOf(me)).toEqual(whole(120, { lacks: ['internal transfers'], size: 7 }))
    const before = await opened.ledger.versions()
    await opened.ledger.retract({ network: me.network, fromBlock: 110 })
    expect(await historyOf(me)).toMatchObject({
      state: 'part',
      through: 109,
      throughTime: 1_700_000_000 + 100 * 12,
    })
    expect(await historyOf(other)).toEqual(whole(90, { state: 'part', source: 'other' }))
    const { touched } = await opened.ledger.changesSince(before)
    expect([...(touched?.accounts ?? [])]).toEqual([accountId(me)])
  })

  it('are not stored if blocks were retracted while the histories were being read', async () => {
    const retractions = await opened.ledger.retractions()
    await opened.ledger.retract({ network: me.network, fromBlock: 1000 })
    const part = { key: me, transactions: convert([payment(undefined)]), history: whole(120), retractions }
    expect(await opened.ledger.commitHistory(part)).toBeUndefined()
    expect(await historyOf(me)).toBeUndefined()
    expect((await readLedger(opened.ledger)).movements).toBe(0)
  })

  it('prevent a rebuild and disappear when the ledger is cleared', async () => {
    await fetch(me, [payment(undefined)], whole(120))
    const piece = await stage(convert([payment(7)]))
    const rebuilding = openPackedLedger(suite.database, { minRebuildTransfers: 1 })
    expect(await rebuilding.commitWhole(piece.importId)).toBe(false)
    const retractions = await opened.ledger.retractions()
    await opened.ledger.clear()
    expect(await historyOf(me)).toBeUndefined()
    expect(await opened.ledger.retractions()).toBe(retractions + 1)
    const next = await stage(convert([payment(7)]))
    expect(await rebuilding.commitWhole(next.importId)).toBe(true)
  })
})
