import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createManualClock, createVault } from '@touchstone/common'
import type { ReportFile } from '@touchstone/contract'
import { getReport, openKytReader, saveReport, verifyReport } from '@touchstone/kyt'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { checkSignature, signedBytes } from '../../packages/kyt/src/reports/report-keys.ts'
import { onBothLedgers } from '../support/ledger.ts'
import { addressOf, oneEther, writeInto } from '../support/risk-ledger.ts'

// Somebody edits a report or its inputs, or can write to the database, and wants the report to be accepted. The
// attacker does not have the master secret.

onBothLedgers('a forger of reports', (suite) => {
  const open = () => ({
    ...suite.ledger,
    clock: createManualClock(Date.UTC(2026, 10, 15)),
    vault: createVault('a master secret that the attacker does not know'),
  })
  let context: ReturnType<typeof open>
  let genuine: ReportFile
  const merchant = { mch_no: 'M1', name: 'A shop' }
  const query = { coin: 'ETH', address: addressOf(2) }
  beforeAll(async () => {
    context = open()
    const write = writeInto(suite.ledger)
    await write.transfers([
      oneEther(10, addressOf(1), addressOf(2)),
      oneEther(20, addressOf(3), addressOf(2)),
    ])
    await write.labels([{ address: addressOf(1), category: 'theft' }])
    const file = await saveReport(openKytReader(context), context, {
      ...{ merchant, query, decision: null, caller: { owner: 'M1', isTimed: false } },
      author: { member: 'U000000000000001', email: 'officer@example.com', channel: 'dashboard' },
    })
    genuine = JSON.parse(JSON.stringify(file)) as ReportFile
  })
  const edited = (change: (file: ReportFile) => void): ReportFile => {
    const file = structuredClone(genuine)
    change(file)
    return file
  }
  const db = () => context.database.tables<Record<string, never>>()

  test('accepts the report in any notation', async () => {
    expect(await checkSignature(context, genuine)).toBe('valid')
    const backwards = (value: unknown): unknown =>
      typeof value !== 'object' || value === null
        ? value
        : Array.isArray(value)
          ? value.map(backwards)
          : Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([name, each]) => [name, backwards(each)]),
            )
    expect(await checkSignature(context, backwards(genuine) as ReportFile)).toBe('valid')
  })

  test.each<[string, (file: ReportFile) => void]>([
    [
      'a lower score',
      ({ report }) => Object.assign(report.answer.explanation, { score: 3, risk_level: 'Low' }),
    ],
    ['another question', ({ report }) => Object.assign(report.question, { address: addressOf(9) })],
    ['another merchant', ({ report }) => Object.assign(report.merchant, { mch_no: 'M2' })],
    ['another author', ({ report }) => Object.assign(report.author, { email: 'other@example.com' })],
    ['another date', ({ report }) => Object.assign(report, { created_at: '2020-01-01T00:00:00.000Z' })],
    ['another number', ({ report }) => Object.assign(report, { id: `R${'0'.repeat(32)}` })],
    ['a decision', ({ report }) => Object.assign(report, { suggested: 'allow' })],
    ['a member that the format does not have', ({ report }) => Object.assign(report, { note: 'harmless' })],
    ['without a label', ({ inputs }) => void inputs.labels.pop()],
    ['without a transfer', ({ inputs }) => void inputs.transfers.pop()],
    ['a smaller amount', ({ inputs }) => Object.assign(inputs.transfers[0] ?? {}, { amount: '1' })],
    ['another policy', ({ inputs }) => Object.assign(inputs.policy, { least_share: 1 })],
    ['another time', ({ inputs }) => Object.assign(inputs, { at: 1 })],
  ])('rejects %s', async (_what, change) => {
    expect(await checkSignature(context, edited(change))).toBe('invalid')
  })

  const signAs = (
    key: ReturnType<typeof generateKeyPairSync>,
    file: ReportFile,
    kid: string,
  ): ReportFile => ({
    ...file,
    signature: {
      ...{ alg: 'EdDSA' as const, kid },
      value: sign(null, signedBytes(file), key.privateKey as never).toString('base64url'),
    },
  })
  const better = () =>
    edited(({ report }) => Object.assign(report.answer.explanation, { score: 3, risk_level: 'Low' }))

  test('rejects a report that is signed with a key of the forger, even if its public key is in the database', async () => {
    const pair = generateKeyPairSync('ed25519')
    const forged = signAs(pair, better(), 'own-key')
    expect(await checkSignature(context, forged)).toBe('unknown-key')
    expect(await checkSignature(context, signAs(pair, better(), genuine.signature.kid))).toBe('invalid')
    const { x } = pair.publicKey.export({ format: 'jwk' })
    await sql`insert into kyt_report_key (kid, public_key, sealed, created_at, mac)
      select 'own-key', ${x}, sealed, created_at, mac from kyt_report_key limit 1`.execute(db())
    expect(await checkSignature(context, forged)).toBe('unknown-key')
    await sql`update kyt_report_key set public_key = ${x} where kid = ${genuine.signature.kid}`.execute(db())
    const under = signAs(pair, better(), genuine.signature.kid)
    expect(await checkSignature(context, under)).toBe('unknown-key')
  })

  test('does not show a report to another merchant after its row was moved, and notices a replaced report', async () => {
    const { id } = genuine.report
    expect(await getReport(context, { merchant: 'M1', id })).toEqual(genuine)
    await sql`update kyt_report set merchant = 'M2' where id = ${id}`.execute(db())
    await expect(getReport(context, { merchant: 'M2', id })).rejects.toThrow('kyt_report.sealed')
    await sql`update kyt_report set merchant = 'M1', sealed = ${randomBytes(200)} where id = ${id}`.execute(
      db(),
    )
    await expect(getReport(context, { merchant: 'M1', id })).rejects.toThrow('kyt_report.sealed')
  })

  test('shows by recalculation that a report is wrong, even if the forger has the key', async () => {
    const file = better()
    await sql`delete from kyt_report`.execute(db())
    const { recalculated, stored } = await verifyReport(openKytReader(context), context, file)
    expect(stored).toBe('missing')
    expect('differences' in recalculated && recalculated.differences.map(({ path }) => path)).toContain(
      'explanation.score',
    )
  })
})
