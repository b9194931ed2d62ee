import type { CustomerTransfer, NewCustomerTransfer, VerificationState } from '@touchstone/contract'
import { beforeAll, expect, test } from 'vitest'
import { coverNetworks } from '../../../../test/support/cover-networks.ts'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import type { KytEvent } from '../context.ts'
import { setOverride } from '../policy/policies.ts'
import { registerTransfer } from './register-transfer.ts'
import type { TransferContext } from './transfer-context.ts'
import { decideAsMember, getCustomer, getTransfer, listTransfers } from './transfers.ts'

onBothLedgers('registered transfers', (suite) => {
  let world: WatchWorld
  let context: TransferContext
  const events: KytEvent[] = []
  const verifications = new Map<string, VerificationState>()
  beforeAll(async () => {
    await coverNetworks(suite.ledger, 'ETH')
    world = createWatchWorld(suite.ledger)
    context = {
      ...world.context,
      events: { ...world.context.events, record: async (_db, event) => void events.push(event) },
      verificationOf: async ({ account }) => verifications.get(account) ?? 'none',
    }
  })
  let references = 0
  type Given = Partial<NewCustomerTransfer> & { merchant: string }
  const register = (given: Given) =>
    registerTransfer(context, world.reader, {
      reference: `r-${++references}`,
      customer: 'customer-1',
      direction: 'deposit',
      coin: 'USDT-ERC20',
      address: world.address(),
      amount: '500',
      ...given,
    })
  const txid = `0x${'ab'.repeat(32)}`

  test('answers with the decision and everything on which it is based', async () => {
    const merchant = world.merchant()
    const address = world.address()
    await world.label([{ address, category: 'theft' }])
    const answer = await register({
      ...{ merchant, address: address.toUpperCase().replace('0X', '0x'), reference: 'd-1', txid },
      ...{ amount: '500.25', customer_country: 'FR' },
    })
    const now = context.clock.now() / 1000
    expect(answer).toEqual({
      ...{
        reference: 'd-1',
        customer: 'customer-1',
        direction: 'deposit',
        coin: 'USDT-ERC20',
        address,
        txid,
      },
      ...{ amount: '500.25', amount_usd: '500.250000', time: now, attempt: false, dust: false },
      ...{ decision: 'block', decided_by: 'rules', decided_at: now, note: '' },
      rules: [
        {
          ...{ name: 'malicious-counterparty', action: 'block', decided: true },
          text: 'Block a transfer if the counterparty itself is labelled sanctioned, theft, ransom or phishing.',
          values: [{ fact: 'exposure', text: 'The counterparty is labelled theft.' }],
        },
        expect.objectContaining({ name: 'high-exposure', decided: false }),
      ],
      ...{ shadow_decision: 'block', shadow_rules: [] },
      ...{ score: 100, risk_level: 'Severe' },
      exposure: [{ category: 'theft', directness: 'own', side: '', usd: '', share: '1.000000' }],
      coverage: expect.objectContaining({ state: 'none' }),
      verification: 'none',
      customer_country: 'FR',
      model: expect.objectContaining({ score_version: '3', policy_version: '1' }),
    } satisfies Record<keyof CustomerTransfer, unknown>)
    expect(events.at(-1)).toEqual({
      ...{ type: 'kyt.transfer.decided', merchant, at: new Date(now * 1000) },
      subject: expect.stringMatching(/^transfer:\d+$/),
      data: {
        ...{ reference: 'd-1', direction: 'deposit', coin: 'USDT-ERC20', score: 100 },
        ...{ decision: 'block', by: 'rules', rules: ['malicious-counterparty'] },
      },
    })
  })

  test('is idempotent by reference, and refuses other content for a used reference', async () => {
    const merchant = world.merchant()
    const given = { merchant, reference: 'same', address: world.address() }
    const first = await register(given)
    world.context.clock.advance(60_000)
    const count = events.length
    expect(await register(given)).toEqual(first)
    expect(events).toHaveLength(count)
    for (const other of [
      { amount: '501' },
      { customer: 'c2' },
      { coin: 'ETH' },
      { direction: 'withdrawal' },
    ]) {
      await expect(register({ ...given, ...(other as Partial<Given>) })).rejects.toMatchObject({
        kind: 'referenceUsed',
      })
    }
    expect(await register({ ...given, merchant: world.merchant() }), 'of another merchant').toMatchObject({
      reference: 'same',
    })
  })

  test('registers one transfer if calls with one reference are concurrent', async () => {
    const merchant = world.merchant()
    const given = { merchant, reference: 'race', address: world.address() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(given)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await listTransfers(context, { merchant })).transfer_list).toHaveLength(1)
    const others = await Promise.allSettled(
      ['c1', 'c2', 'c3'].map((customer) => register({ ...given, reference: 'race-2', customer })),
    )
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('confirms a withdrawal with its hash', async () => {
    const merchant = world.merchant()
    const given = { merchant, reference: 'w-1', direction: 'withdrawal' as const, address: world.address() }
    const attempt = await register({ ...given, attempt: true })
    expect(attempt).toMatchObject({ attempt: true, txid: '', decision: 'allow' })
    await expect(register(given), 'without a hash').rejects.toMatchObject({ kind: 'referenceUsed' })
    const confirmed = await register({ ...given, txid })
    expect(confirmed).toEqual({ ...attempt, attempt: false, txid })
    expect(await register({ ...given, txid }), 'repeated').toEqual(confirmed)
    expect(await register({ ...given, attempt: true }), 'the first call, repeated').toEqual(confirmed)
    await expect(register({ ...given, txid: `0x${'cd'.repeat(32)}` })).rejects.toMatchObject({
      kind: 'referenceUsed',
    })
    await expect(register({ merchant, attempt: true })).rejects.toMatchObject({ kind: 'parameter' })
  })

  test('refuses what cannot be a transfer', async () => {
    const merchant = world.merchant()
    const now = Math.floor(context.clock.now() / 1000)
    for (const [wrong, kind] of [
      [{ amount: '0' }, 'parameter'],
      [{ amount: '1.0000001' }, 'parameter'],
      [{ time: now + 3600 }, 'parameter'],
      [{ txid: 'abc' }, 'parameter'],
      [{ coin: 'NONE' }, 'unsupportedCoin'],
      [{ coin: 'POL-Polygon' }, 'unsupportedCoin'], // a network without data
      [{ address: '0x12' }, 'invalidAddress'],
    ] as const) {
      await expect(register({ merchant, ...wrong })).rejects.toMatchObject({ kind })
    }
  })

  test('takes the earlier transfers of the customer into account, but not those of others', async () => {
    const merchant = world.merchant()
    const rule = {
      ...{ name: 'fast', action: 'hold', priority: 1 },
      when: { all: [{ fact: 'velocity', hours: 24, min_usd: 1000 }] },
    }
    await setOverride(context, merchant, { version: 'v1', rules: [rule] })
    expect(await register({ merchant })).toMatchObject({ decision: 'allow' })
    expect(await register({ merchant, customer: 'other' })).toMatchObject({ decision: 'allow' })
    expect(await register({ merchant, amount: '499.99' })).toMatchObject({ decision: 'allow' })
    const held = await register({ merchant, amount: '20' })
    expect(held).toMatchObject({ decision: 'hold', model: { policy_version: 'v1' } })
    expect(held.rules[0]?.values).toEqual([
      { fact: 'velocity', text: '3 transfers within a day, together 1,019.99 USD.' },
    ])
    world.context.clock.advance(25 * 3_600_000)
    expect(await register({ merchant })).toMatchObject({ decision: 'allow' })
  })

  test('uses only the verification that the merchant may see, also for later transfers', async () => {
    const merchant = world.merchant()
    await setOverride(context, merchant, {
      version: 'v1',
      rules: [
        {
          ...{ name: 'unverified', action: 'hold', priority: 1 },
          when: { all: [{ fact: 'verification', in: ['none', 'failed'] }] },
        },
      ],
    })
    verifications.set('someone@example.com', 'passed')
    expect(await register({ merchant })).toMatchObject({ decision: 'hold', verification: 'none' })
    const linked = { merchant, account: 'someone@example.com' }
    expect(await register(linked)).toMatchObject({ decision: 'allow', verification: 'passed' })
    expect(await register({ merchant })).toMatchObject({ decision: 'allow', verification: 'passed' })
    expect(await getCustomer(context, { merchant, customer: 'customer-1' })).toMatchObject({
      ...{ account: 'someone@example.com', verification: 'passed' },
    })
  })

  test("records a member's decision with its note, and keeps every decision as it was made", async () => {
    const merchant = world.merchant()
    const address = world.address()
    await world.label([{ address, category: 'mixer' }])
    const held = await register({ merchant, address, reference: 'm-1' })
    expect(held).toMatchObject({ decision: 'hold' })
    world.context.clock.advance(60_000)
    const decision = {
      merchant,
      reference: 'm-1',
      decision: 'allow',
      note: 'checked',
      member: 'Ana',
    } as const
    const allowed = await decideAsMember(context, decision)
    expect(allowed).toEqual({
      ...held,
      ...{ decision: 'allow', decided_by: 'member', note: 'checked', decided_at: held.decided_at + 60 },
    })
    expect(events.at(-1)).toMatchObject({
      type: 'kyt.transfer.changed',
      data: { decision: 'allow', by: 'member', rules: [], previous: { decision: 'hold', by: 'rules' } },
    })
    const { decisions } = await getTransfer(context, { merchant, reference: 'm-1' })
    expect(decisions).toMatchObject([
      { by: 'rules', decision: 'hold', member: '', score: 75 },
      { by: 'member', decision: 'allow', member: 'Ana', note: 'checked', score: 75 },
    ])
    await expect(decideAsMember(context, { ...decision, reference: 'none' })).rejects.toMatchObject({
      kind: 'unknownTransfer',
    })
  })

  test('lists transfers in pages, by decision and by customer', async () => {
    const merchant = world.merchant()
    const risky = world.address()
    await world.label([{ address: risky, category: 'theft' }])
    for (let index = 0; index < 51; index++) await register({ merchant, customer: `c${index % 3}` })
    await register({ merchant, customer: 'c0', address: risky })
    const first = await listTransfers(context, { merchant })
    expect(first.transfer_list).toHaveLength(50)
    const second = await listTransfers(context, { merchant, cursor: first.next })
    expect(second).toMatchObject({ transfer_list: { length: 2 }, next: '' })
    const oldest = await listTransfers(context, { merchant, order: 'oldest' })
    expect(oldest.transfer_list[0]).toEqual(second.transfer_list[1])
    expect((await listTransfers(context, { merchant, decision: 'block' })).transfer_list).toHaveLength(1)
    expect((await listTransfers(context, { merchant, customer: 'c1' })).transfer_list).toHaveLength(17)
    const ofNobody = await listTransfers(context, { merchant, customer: 'none' })
    expect(ofNobody).toEqual({ transfer_list: [], next: '' })
    await expect(getCustomer(context, { merchant, customer: 'none' })).rejects.toMatchObject({
      kind: 'unknownCustomer',
    })
    expect(await getCustomer(context, { merchant, customer: 'c0' })).toMatchObject({
      deposits: { count: 18, usd: '9000.000000', unpriced: 0 },
      withdrawals: { count: 0, usd: '0.000000' },
      ...{ highest_score: 100, highest_risk_level: 'Severe', decisions: { allow: 17, hold: 0, block: 1 } },
      counterparties: { length: 18 },
      history: { length: 18 },
    })
  })

  test('stores customers, references and notes only encrypted', async () => {
    const merchant = world.merchant()
    const secret = 'Secret-Customer-77'
    await register({
      merchant,
      customer: secret,
      reference: 'Secret-Reference-77',
      account: 'secret77@example.com',
    })
    await decideAsMember(context, {
      ...{ merchant, reference: 'Secret-Reference-77', decision: 'hold', note: 'Secret-Note-77' },
    })
    for (const table of ['kyt_customer', 'kyt_transfer', 'kyt_transfer_decision', 'kyt_transfer_note']) {
      const { rows } = await suite.ledger.database.run(`select * from ${table}`)
      const text = JSON.stringify(rows, (_, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      )
      expect(text).not.toMatch(/secret/i)
    }
  })
})
