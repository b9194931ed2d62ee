import { beforeAll, expect, test } from 'vitest'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { importTransfers } from '../imports/import-transfers.ts'
import { iterableSource } from '../imports/iterable-source.ts'
import { refuseRejects } from '../imports/rejects.ts'
import { retractBlocks } from '../imports/retract-blocks.ts'
import type { Transfer } from '../imports/transfer.ts'
import { importLabels } from '../labels/import-labels.ts'
import type { Label } from '../labels/label.ts'
import { type KytReader, openKytReader } from '../lookup/kyt-reader.ts'
import { getAddressActions } from './get-actions.ts'
import { getAddressCounterparty } from './get-counterparty.ts'
import { getAddressOverview } from './get-overview.ts'
import { getRiskScore } from './get-risk-score.ts'
import { investigateTransactions } from './investigate.ts'
import { getAddressLabels } from './labels.ts'

const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const tx = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const one = 10n ** 18n
const hub = address(1)
const busyTransactions = 2500

/** An address whose transactions fill more than two pages. Every third transaction has two transfers. */
const busy: Transfer[] = Array.from({ length: busyTransactions }, (_, index) => index).flatMap((index) => {
  const other = address(100 + (index % 37))
  const incoming = index % 2 === 0
  const ends = incoming ? { from: other, to: hub } : { from: hub, to: other }
  const common = { coin: 'ETH', tx: tx(index), block: 1000 + index, time: 1_700_000_000 + index * 12 }
  const first = { ...common, ...ends, position: 0, amount: one + BigInt(index) }
  return index % 3 === 0 ? [first, { ...first, position: 1, amount: 1n }] : [first]
})

onOneLedger('server', 'the operations', (suite) => {
  let reader: KytReader
  const query = { coin: 'ETH', address: hub }
  const put = (transfers: readonly Transfer[]) =>
    importTransfers(suite.ledger, {
      source: iterableSource({ kind: 'test', name: 'test', transfers }),
      rejects: refuseRejects,
    })
  const label = (labels: readonly Label[], version: string, source = 'test') =>
    importLabels(suite.ledger, {
      sources: [
        {
          name: source,
          version,
          title: source,
          async *entries() {
            for (const one of labels) yield { file: source, label: one }
          },
        },
      ],
      rejects: refuseRejects,
    })
  const said = (number: number, more: Partial<Label>): Label => ({
    network: 'ETH',
    address: address(number),
    entity: '',
    label: '',
    category: 'wallet',
    incident: '',
    confidence: 50,
    ...more,
  })
  beforeAll(async () => {
    reader = openKytReader(suite.ledger)
    await put(busy)
  })

  test('returns every transaction in an investigation on exactly one page', async () => {
    const pages = []
    for (let page = 1; ; page += 1) {
      const found = await investigateTransactions(reader, { ...query, page })
      expect(found.total_pages).toBe(3)
      if (found.transactions_on_page === 0) break
      pages.push(found)
    }
    expect(pages.map((page) => page.transactions_on_page)).toEqual([1000, 1000, 500])
    for (const kind of ['in', 'out'] as const) {
      const expected = new Map<string, { amount: bigint; txs: Set<string> }>()
      for (const transfer of busy) {
        const other = kind === 'in' ? transfer.from : transfer.to
        if (other === hub) continue
        const sum = expected.get(other) ?? { amount: 0n, txs: new Set() }
        sum.amount += transfer.amount
        sum.txs.add(transfer.tx)
        expected.set(other, sum)
      }
      const seen = new Map<string, { amount: number; txs: string[] }>()
      for (const unit of pages.flatMap((page) => page[kind])) {
        const sum = seen.get(unit.address) ?? { amount: 0, txs: [] }
        sum.amount += unit.amount
        sum.txs.push(...unit.tx_hash_list)
        seen.set(unit.address, sum)
      }
      expect([...seen.keys()].sort()).toEqual([...expected.keys()].sort())
      for (const [other, sum] of expected) {
        expect(seen.get(other)?.txs.sort()).toEqual([...sum.txs].sort())
        expect(seen.get(other)?.amount).toBeCloseTo(Number(sum.amount / 10n ** 14n) / 10_000, 2)
      }
    }
  })

  test('returns a window that fits on one page in the same order as a larger window', async () => {
    const window = { ...query, end_timestamp: 1_700_000_000 + 99 * 12 }
    const found = await investigateTransactions(reader, window)
    expect(found).toMatchObject({ total_pages: 1, transactions_on_page: 100 })
    expect(await investigateTransactions(reader, { ...window, page: 2 })).toEqual({
      in: [],
      out: [],
      page: 2,
      total_pages: 1,
      transactions_on_page: 0,
    })
    for (const list of [found.in, found.out]) {
      expect(list.map((unit) => unit.amount)).toEqual(list.map((unit) => unit.amount).sort((a, b) => b - a))
    }
  })

  test('discards cached answers when the ledger changes', async () => {
    const quiet = { coin: 'ETH', address: address(2) }
    expect(await getAddressOverview(reader, quiet)).toMatchObject({ balance: 0, txs_count: 0 })
    const base = { coin: 'ETH', block: 9_000, time: 1_710_000_000, position: 0 }
    await put([{ ...base, tx: tx(90_001), from: address(3), to: address(2), amount: 4n * one }])
    expect(await getAddressOverview(reader, quiet)).toMatchObject({ balance: 4, txs_count: 1 })
    expect(await getAddressCounterparty(reader, quiet)).toEqual([
      { amount: 4, name: 'Unknown', percent: 100 },
    ])
    expect(await getRiskScore(reader, quiet)).toMatchObject({ score: 3 })

    await label([said(3, { entity: 'Mallory', category: 'theft', incident: 'The heist' })], '1')
    expect(await getAddressCounterparty(reader, quiet)).toEqual([
      { amount: 4, name: 'Mallory', percent: 100 },
    ])
    expect(await getRiskScore(reader, quiet)).toMatchObject({ hacking_event: 'The heist', score: 98 })
    expect(await getAddressActions(reader, quiet)).toMatchObject({
      received_txs: [{ action: 'Malicious', count: 1, proportion: 100 }],
    })

    await label([], '2')
    // A list without rows does not name a source, so importing the list changes nothing.
    expect((await getRiskScore(reader, quiet)).score).toBe(98)
    await label([said(4, { entity: 'Nobody' })], '3')
    expect(await getRiskScore(reader, quiet)).toMatchObject({ hacking_event: '', score: 3 })
    expect(await getAddressCounterparty(reader, quiet)).toEqual([
      { amount: 4, name: 'Unknown', percent: 100 },
    ])

    await retractBlocks(suite.ledger, { network: 'ETH', fromBlock: 9_000 })
    expect(await getAddressOverview(reader, quiet)).toMatchObject({ balance: 0, txs_count: 0, first_seen: 0 })
  })

  test('counts fees as spent but not as a transfer to a counterparty', async () => {
    const payer = { coin: 'ETH', address: address(5) }
    const base = { coin: 'ETH', block: 50, time: 1_600_000_000 }
    await put([
      { ...base, tx: tx(80_001), position: 0, from: '', to: payer.address, amount: 10n * one },
      { ...base, tx: tx(80_002), position: 0, from: payer.address, to: address(6), amount: 3n * one },
      { ...base, tx: tx(80_002), position: 2 ** 51, from: payer.address, to: '', amount: one, fee: true },
    ])
    expect(await getAddressOverview(reader, payer)).toMatchObject({
      balance: 6,
      total_received: 10,
      total_spent: 4,
      txs_count: 2,
      received_txs_count: 1,
      spent_txs_count: 1,
    })
    const counterparties = await getAddressCounterparty(reader, payer)
    expect(counterparties).toEqual([{ amount: 13, name: 'Unknown', percent: 100 }])
  })

  test('stores label text without interpreting it as SQL', async () => {
    const hostile = `'); drop table label; -- \\' "{x:String}`
    await label([said(7, { entity: hostile, label: hostile, incident: hostile })], '1', hostile)
    expect(await getAddressLabels(reader, { coin: 'ETH', address: address(7) })).toEqual({
      label_list: [hostile],
      label_type: '',
    })
    await label([said(7, { entity: 'Tame' })], '2', hostile)
    expect(await getAddressLabels(reader, { coin: 'ETH', address: address(7) })).toMatchObject({
      label_list: ['Tame'],
    })
  })

  test('uses the most significant label and lists all names', async () => {
    await label(
      [said(8, { entity: 'Tidewater', label: 'Hot wallet', category: 'exchange', confidence: 90 })],
      '1',
      'a',
    )
    await label([said(8, { entity: 'Murk', label: 'Tumbler', category: 'mixer', confidence: 10 })], '1', 'b')
    expect(await getAddressLabels(reader, { coin: 'ETH', address: address(8) })).toEqual({
      label_list: ['Murk', 'Tumbler', 'Tidewater', 'Hot wallet'],
      label_type: 'mixer',
    })
    expect(await getRiskScore(reader, { coin: 'ETH', address: address(8) })).toMatchObject({
      score: 75,
      risk_level: 'High',
      detail_list: ['Mixer'],
    })
  })
})
