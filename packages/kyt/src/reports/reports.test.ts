import { createManualClock, createVault } from '@touchstone/common'
import type { ReportFile } from '@touchstone/contract'
import { beforeAll, expect, test } from 'vitest'
import { createTestSource } from '../../../../test/support/history-source.ts'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { addressOf, txOf, writeInto } from '../../../../test/support/risk-ledger.ts'
import { createSeeded } from '../../../../test/support/seeded.ts'
import type { Transfer } from '../imports/transfer.ts'
import { type KytReader, openKytReader } from '../lookup/kyt-reader.ts'
import { explainRiskScore } from '../operations/get-risk-score.ts'
import type { RiskQuery } from '../operations/resolve-target.ts'
import { setOverride } from '../policy/policies.ts'
import type { RecordContext } from '../records/questions.ts'
import type { FetchContext } from '../sources/histories/history-sources.ts'
import { checkSignature, reportKeyLifetimeMs, reportKeySet } from './report-keys.ts'
import { getReport, listReports, saveReport, tidyReports } from './reports.ts'
import { recalculate, verifyReport } from './verify-report.ts'

const people = 30
const merchant = { mch_no: 'M1', name: 'A shop' }
const author = { member: 'U000000000000001', email: 'officer@example.com', channel: 'dashboard' } as const

/** Payments in three coins between people, and an address with more transfers than are stored with an account. */
const world: Transfer[] = (() => {
  const random = createSeeded(41)
  const between = Array.from({ length: 300 }, (_, index) => ({
    ...{ coin: ['USDT-ERC20', 'ETH', 'WBTC-ERC20'][index % 3] ?? '', tx: txOf(1 + (index >> 1)) },
    ...{ position: index % 2, block: 100 + (index >> 1), time: 1_700_000_000 + (index >> 1) * 600 },
    ...{ from: addressOf(1 + random.below(people)), to: addressOf(1 + random.below(people)) },
    amount: BigInt(1 + random.below(9)) * (index % 3 === 1 ? 10n ** 17n : 1_000_000n),
  }))
  const busy = Array.from({ length: 400 }, (_, index) => ({
    ...{ coin: 'USDT-ERC20', tx: txOf(5000 + index), position: 0, block: 900 + index },
    ...{ time: 1_701_000_000 + index * 60, amount: 5_000_000n },
    from: index % 3 === 0 ? addressOf(1 + (index % people)) : addressOf(99),
    to: index % 3 === 0 ? addressOf(99) : addressOf(1 + (index % people)),
  }))
  return [...between, ...busy].filter(({ from, to }) => from !== to)
})()

onBothLedgers('saved reports', (suite) => {
  let reader: KytReader
  let context: RecordContext & FetchContext
  const clock = createManualClock(Date.UTC(2026, 10, 15))
  beforeAll(async () => {
    const write = writeInto(suite.ledger)
    await write.transfers(world)
    await write.prices([
      { coin: 'ETH', date: '2023-11-01', usd: 2000n },
      { coin: 'ETH', date: '2023-11-16', usd: 2100n },
    ])
    await write.labels([
      { address: addressOf(1), category: 'theft', entity: 'Thief', incident: 'a theft' },
      { address: addressOf(2), category: 'exchange', entity: 'Exchange' },
      { address: addressOf(3), category: 'dex', entity: 'Pool' },
      { address: addressOf(4), category: 'mixer', entity: 'Mixer' },
    ])
    context = { ...suite.ledger, clock, vault: createVault('a secret that only this test knows') }
    reader = openKytReader(context)
  })

  const save = (query: RiskQuery) =>
    saveReport(reader, context, {
      ...{ merchant, author, query, decision: null, caller: { owner: merchant.mch_no, isTimed: false } },
    })
  const asStored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value
  const usdt = (number: number) => ({ coin: 'USDT-ERC20', address: addressOf(number) })
  const [paying] = world
  const questions: RiskQuery[] = [
    ...Array.from({ length: people }, (_, index) => usdt(index + 1)),
    ...[usdt(99), usdt(1000), { coin: 'ETH', address: addressOf(7) }],
    { coin: 'WBTC-ERC20', address: addressOf(8) },
    ...[
      { coin: 'USDT-ERC20', txid: txOf(3) },
      { coin: 'ETH', txid: txOf(2) },
    ],
    { coin: 'USDT-ERC20', txid: paying?.tx ?? '', address: paying?.to ?? '' },
  ]

  test('gives the answer of live scoring, and the same answer again from the inputs alone', async () => {
    for (const query of questions) {
      const { report, inputs } = asStored(await save(query))
      const live = await explainRiskScore(reader, query, await reader.policyOf(merchant.mch_no))
      expect(report.answer.explanation).toEqual(asStored(live))
      // Every read of the ledger fails, so only the inputs can give the answer.
      const refuse = new Proxy({}, { get: () => () => Promise.reject(new Error('the ledger was read')) })
      const without = { ...context, ledger: refuse as FetchContext['ledger'] }
      expect(asStored(await recalculate(without, { report, inputs }))).toEqual(report.answer)
    }
  })

  test.each(['fifo', 'poison'] as const)('repeats a calculation with the method %s', async (method) => {
    await setOverride(context, merchant.mch_no, { method, budget: { transfers_of_one: 50 } })
    for (const query of [usdt(99), usdt(5), usdt(6)]) {
      const { report, inputs } = asStored(await save(query))
      expect(inputs.policy.method).toBe(method)
      expect(asStored(await recalculate(context, { report, inputs }))).toEqual(report.answer)
    }
    await setOverride(context, merchant.mch_no, undefined)
  })

  test('records that histories are missing, and gives the same coverage again', async () => {
    const source = createTestSource({ transfers: world, head: { block: 5000, time: clock.now() / 1000 } })
    const histories = { networks: async () => ['ETH' as const], of: async () => [source] }
    const fetching = { ...context, histories }
    const file = await saveReport(openKytReader(fetching), fetching, {
      ...{ merchant, author, query: usdt(9), decision: null },
      caller: { owner: merchant.mch_no, isTimed: false, fetchUntil: clock.now() },
    })
    const { report, inputs } = asStored(file)
    expect(inputs.sources).toEqual(['ETH'])
    expect([inputs.not_fetched, report.answer.explanation.coverage.state]).toEqual(['time', 'partial'])
    expect(asStored(await recalculate(context, { report, inputs }))).toEqual(report.answer)
  })

  test('lists what differs from the answer of today', async () => {
    const query = usdt(12)
    const file = await save(query)
    const check = () => verifyReport(reader, context, asStored(file))
    expect(await check()).toMatchObject({
      ...{ signature: 'valid', stored: 'same' },
      ...{ recalculated: { differences: [], more: 0 }, today: { differences: [] } },
    })
    await writeInto(suite.ledger).labels([{ address: query.address, category: 'sanctioned' }], 'news')
    const { today, recalculated } = await check()
    expect(recalculated).toMatchObject({ differences: [] })
    expect('differences' in today && today.differences).toContainEqual(
      expect.objectContaining({ path: 'explanation.score', other: '100' }),
    )
  })

  test('finds a report whose inputs do not give its answer, even if it has a valid signature', async () => {
    const file = asStored(await save(usdt(1)))
    // Somebody who has the key could sign this.
    const better: ReportFile = asStored(file)
    better.inputs.labels = []
    const { recalculated } = await verifyReport(reader, context, better)
    expect('differences' in recalculated && recalculated.differences.length).toBeGreaterThan(0)
    const incomplete: ReportFile = asStored(file)
    incomplete.inputs.transfers = []
    expect((await verifyReport(reader, context, incomplete)).recalculated).toHaveProperty('problem')
  })

  test('verifies reports after their key has been replaced, and publishes all public keys', async () => {
    const old = await save(usdt(13))
    clock.advance(reportKeyLifetimeMs)
    const renewed = await save(usdt(13))
    expect(renewed.signature.kid).not.toBe(old.signature.kid)
    for (const file of [old, renewed]) expect(await checkSignature(context, asStored(file))).toBe('valid')
    const { keys } = await reportKeySet(context)
    expect(keys).toHaveLength(2)
    expect(JSON.stringify(keys)).not.toContain('"d"')
  })

  test('lists the reports of a merchant, and deletes them after the retention period', async () => {
    const other = 'M2'
    const file = await save(usdt(40))
    const of = { merchant: merchant.mch_no, of: usdt(40) }
    const { reports } = await listReports(context, of)
    expect(reports).toMatchObject([{ id: file.report.id, address: addressOf(40), madeBy: author.member }])
    expect(await getReport(context, { merchant: merchant.mch_no, id: file.report.id })).toEqual(
      asStored(file),
    )
    expect(await getReport(context, { merchant: other, id: file.report.id })).toBeUndefined()
    expect((await listReports(context, { merchant: other })).reports).toEqual([])
    const { reports: page, more } = await listReports(context, { merchant: merchant.mch_no })
    const next = await listReports(context, { merchant: merchant.mch_no, before: page.at(-1)?.id })
    expect([more, page.length, next.reports.length > 0]).toEqual([next.reports.length > 0, page.length, more])
    clock.advance(10 * 86_400_000)
    await tidyReports(context, 9)
    expect((await listReports(context, { merchant: merchant.mch_no })).reports).toEqual([])
  })
})
