import type { WebhookEvent } from '@touchstone/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
} from '../../../../test/support/kyc-world.ts'
import { evidenceHash, walkTo } from '../../../../test/support/walk.ts'
import { byServer } from '../audit/audit-store.ts'
import { tablesOf } from '../context.ts'
import { forgetLogin } from '../journeys/forget-login.ts'
import { grantAccount } from '../journeys/grant-account.ts'
import { selectJourney } from '../journeys/journey-store.ts'
import { moveJourney } from '../journeys/move-journey.ts'
import { reverseCheck } from '../journeys/reverse-check.ts'
import { expireResult, revokeGrant } from '../journeys/revoke-grant.ts'
import { startJourney } from '../journeys/start-journey.ts'
import { statusesOf } from '../journeys/statuses.ts'
import { withdrawConsent } from '../journeys/withdraw-consent.ts'
import { addApiKey, revokeApiKey, rotateApiKey } from '../merchants/api-keys.ts'
import type { ProgramInput } from '../programs/create-program.ts'
import { setDefaultUrl } from './default-endpoint.ts'
import { deliverEvents } from './deliver-events.ts'
import { eventsAfter, newestEvents } from './list-events.ts'
import { makeWebhookSecret } from './make-webhook-secret.ts'

const email = (value: string) => ({ kind: 'email', value }) as const

onBothEngines('Events of verifications', (suite) => {
  let world: KycWorld
  let people = 0
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
  })
  beforeEach(async () => {
    await suite.database.run('truncate event cascade')
  })
  const newLogin = () => `login-${++people}@example.com`
  const open = async (program: Partial<ProgramInput> = {}) => {
    const at = await createMerchantWithProgram(world, program)
    const { mchNo } = at
    await makeWebhookSecret(world, { merchant: mchNo, graceSeconds: 0 })
    await setDefaultUrl(world, { merchant: mchNo, url: 'https://hooks.example.com/a' })
    return at
  }
  const eventsOf = async (mchNo: string, after = 0) =>
    (await eventsAfter(world, { merchant: mchNo, after, limit: 100 })).events.map(({ event }) => event)
  const typesOf = async (mchNo: string) =>
    (await eventsOf(mchNo)).map(({ type }) => type).filter((type) => !type.startsWith('key.'))
  /** Sends what is due, and returns what a receiver got. */
  const deliver = async () => {
    const bodies: WebhookEvent[] = []
    const send = async ({ body }: { body: string }) => {
      bodies.push(JSON.parse(body))
      return { accepted: true } as const
    }
    while ((await deliverEvents(world, { send })) > 0);
    return bodies.filter(({ type }) => !type.startsWith('key.'))
  }
  const personOf = async (journeyId: number) => {
    const journey = await selectJourney(tablesOf(world), journeyId)
    if (!journey) throw new Error('the journey is missing')
    return journey.personId
  }

  test.each([
    ['KYC', 'kyc', []],
    ['PoA', 'poa', []],
    ['PoAI', 'poai', []],
    ['MeID', 'meid', ['meid.bound']],
  ] as const)('of %s report the start, the token, the result and the share', async (kind, prefix, more) => {
    const { mchNo, program } = await open({ kind })
    const { passed, steps } = statusesOf(program)
    const account = email('ada@shop.example')
    const { svcId } = await walkTo(world, program, { login: newLogin(), accounts: [account], to: passed })
    const types = ['started', 'token_minted', 'passed', 'shared'].map((moment) => `${prefix}.${moment}`)
    expect(await typesOf(mchNo)).toEqual([...types, ...more])
    const { programNo } = program
    const dataOf = (status: string, more: object = {}) => ({ programNo, ...more, svcId, status })
    const shared = dataOf(passed, { account: account.value })
    const found = (await eventsOf(mchNo)).filter(({ type }) => type.startsWith(prefix))
    expect(found.map(({ data }) => data)).toEqual([
      dataOf(steps[0]),
      dataOf('SBT Minted'),
      ...Array(2 + more.length).fill(shared),
    ])
    expect(found.map(({ test }) => test)).toEqual(found.map(() => false))
    expect(await deliver(), 'in this order, with the same content').toEqual(found)
  })

  test('of a test program are marked as tests', async () => {
    const { mchNo, program } = await open({ test: true })
    await walkTo(world, program, { login: newLogin(), to: 'KYC Passed' })
    const found = (await eventsOf(mchNo)).filter(({ type }) => type.startsWith('kyc.'))
    expect(found.map(({ test }) => test)).toEqual([true, true, true])
  })

  test('report a failed attempt without its reason, and the start of the next one', async () => {
    const { mchNo, program } = await open()
    const login = newLogin()
    const { journeyId } = await walkTo(world, program, { login, to: 'OCR Passed' })
    await moveJourney(world, { journeyId, to: 'Verification Failed', reasonCode: 'age.low', actor: 'test' })
    await startJourney(world, { programNo: program.programNo, login, ssiWallet: '0x1', actor: 'test' })
    expect(await typesOf(mchNo)).toEqual(['kyc.started', 'kyc.failed', 'kyc.started'])
    expect(JSON.stringify(await eventsOf(mchNo))).not.toContain('age')
  })

  test('report each further account, and nothing for an account that already has the result', async () => {
    const { mchNo, program } = await open()
    const accounts = [email('one@shop.example'), email('two@shop.example')]
    const { journeyId } = await walkTo(world, program, { login: newLogin(), accounts, to: 'KYC Passed' })
    await grantAccount(world, { journeyId, account: email('two@shop.example'), actor: 'test' })
    const shared = (await eventsOf(mchNo)).filter(({ type }) => type === 'kyc.shared')
    expect(shared.map(({ data }) => 'account' in data && data.account)).toEqual([
      'one@shop.example',
      'two@shop.example',
    ])
  })

  test('report that a binding moved', async () => {
    const { mchNo, program } = await open({ kind: 'MeID' })
    const accounts = [email('one@shop.example')]
    const { journeyId } = await walkTo(world, program, { login: newLogin(), accounts, to: 'KYC Passed' })
    world.clock.advance(365 * 86_400_000)
    const account = email('two@shop.example')
    await grantAccount(world, { journeyId, account, moves: true, actor: 'test' })
    const last = (await eventsOf(mchNo)).slice(-4)
    expect(last.map(({ type, data }) => [type, 'account' in data ? data.account : undefined])).toEqual([
      // The account no longer has the result, so the merchant can no longer read it.
      ['meid.shared', undefined],
      ['meid.bound', undefined],
      ['meid.shared', 'two@shop.example'],
      ['meid.moved', 'two@shop.example'],
    ])
  })

  test.each([
    ['revoked', async (journeyId: number) => await revokeGrant(world, journeyId)],
    [
      'revoked',
      async (journeyId: number) => {
        const decision = { check: 'sanction', passed: false, checker: 'test@1', evidenceHash }
        await reverseCheck(world, journeyId, decision)
      },
    ],
    [
      'expired',
      async (journeyId: number) => {
        const at = new Date(world.clock.now())
        await tablesOf(world)
          .transaction()
          .execute((db) => expireResult(db, journeyId, at))
      },
    ],
  ] as const)('report once that a result was %s, and hide the account', async (moment, end) => {
    const { mchNo, program } = await open()
    const input = { login: newLogin(), accounts: [email('ada@shop.example')], to: 'KYC Passed' }
    const { journeyId, svcId } = await walkTo(world, program, input)
    expect(JSON.stringify(await eventsOf(mchNo))).toContain('ada@shop.example')
    await end(journeyId)
    await end(journeyId)
    const types = ['kyc.started', 'kyc.token_minted', 'kyc.passed', 'kyc.shared', `kyc.${moment}`]
    expect(await typesOf(mchNo)).toEqual(types)
    expect((await eventsOf(mchNo)).at(-1)?.data).toMatchObject({ svcId, status: 'KYC Passed' })
    const sent = await deliver()
    expect(sent.map(({ type }) => type)).toEqual(types)
    expect(JSON.stringify([sent, await eventsOf(mchNo)])).not.toContain('ada@shop.example')
  })

  test('report nothing about the end of a journey that was never shared', async () => {
    const { mchNo, program } = await open()
    const { journeyId } = await walkTo(world, program, { login: newLogin(), to: 'SBT Minted' })
    const before = await typesOf(mchNo)
    await revokeGrant(world, journeyId)
    const personId = await personOf(journeyId)
    await withdrawConsent(world, { personId, merchantId: program.merchantId, actor: 'user' })
    expect(await typesOf(mchNo)).toEqual(before)
  })

  test('report only the withdrawal after a withdrawal, and what happens after the person returns', async () => {
    const { mchNo, program } = await open()
    const account = email('ada@shop.example')
    const input = { login: newLogin(), accounts: [account], to: 'KYC Passed' }
    const { journeyId, svcId } = await walkTo(world, program, input)
    const personId = await personOf(journeyId)
    await withdrawConsent(world, { personId, merchantId: program.merchantId, actor: 'user' })
    expect(await typesOf(mchNo)).toEqual(['kyc.withdrawn'])
    const sent = await deliver()
    const data = { programNo: program.programNo, svcId, status: 'Not Started' }
    expect(sent.map((event) => [event.type, event.data])).toEqual([['kyc.withdrawn', data]])
    await grantAccount(world, { journeyId, account, actor: 'test' })
    expect(await typesOf(mchNo)).toEqual(['kyc.withdrawn', 'kyc.shared'])
    expect((await deliver()).map((event) => event.data)).toEqual([
      { ...data, account: 'ada@shop.example', status: 'KYC Passed' },
    ])
  })

  test('identify nobody once the person is forgotten, whether they were sent or not', async () => {
    const { mchNo, program } = await open()
    const input = { login: newLogin(), accounts: [email('ada@shop.example')], to: 'KYC Passed' }
    const { journeyId, svcId } = await walkTo(world, program, input)
    await forgetLogin(world, await personOf(journeyId))
    const types = ['kyc.started', 'kyc.token_minted', 'kyc.passed', 'kyc.shared', 'kyc.revoked']
    expect(await typesOf(mchNo)).toEqual(types)
    const sent = await deliver()
    expect(sent.map(({ data }) => 'svcId' in data && data.svcId)).toEqual(Array(5).fill(null))
    const all = JSON.stringify([sent, await eventsOf(mchNo)])
    for (const personal of ['ada@shop.example', svcId]) expect(all).not.toContain(personal)
  })

  test('are hidden while the person’s results are suspended', async () => {
    const { mchNo, program } = await open()
    const input = { login: newLogin(), accounts: [email('ada@shop.example')], to: 'KYC Passed' }
    const { journeyId } = await walkTo(world, program, input)
    const suspend = (at: string) =>
      suite.database.run(
        `update person set suspended_at = ${at} where id = (select person_id from journey where id = ${journeyId})`,
      )
    await suspend('now()')
    expect(JSON.stringify(await eventsOf(mchNo))).not.toContain('ada@shop.example')
    await suspend('null')
    expect(JSON.stringify(await eventsOf(mchNo))).toContain('ada@shop.example')
  })

  test('about API keys report creations and revocations', async () => {
    const { mchNo, keyId: first } = await createMerchantWithProgram(world)
    const { keyId: second } = await addApiKey(world, { mchNo }, byServer)
    const { keyId: third } = await rotateApiKey(world, { keyId: second, graceSeconds: 0 }, byServer)
    await revokeApiKey(world, { keyId: third }, byServer)
    await revokeApiKey(world, { keyId: third }, byServer)
    expect((await eventsOf(mchNo)).map(({ type, data }) => [type, data])).toEqual([
      ...[first, second, third].map((keyId) => ['key.created', { keyId }]),
      ['key.revoked', { keyId: third }],
    ])
  })

  test('are listed by type and time, in both directions, for their merchant only', async () => {
    const { mchNo, program } = await open()
    const other = await open()
    await walkTo(world, other.program, { login: newLogin(), to: 'KYC Passed' })
    const begin = new Date(world.clock.now())
    await walkTo(world, program, { login: newLogin(), to: 'KYC Passed' })
    const list = async (of: Partial<Parameters<typeof eventsAfter>[1]>) =>
      (await eventsAfter(world, { merchant: mchNo, after: 0, limit: 100, ...of })).events.map(
        ({ event }) => event.type,
      )
    expect(await list({ types: ['kyc.passed', 'kyc.started'] })).toEqual(['kyc.started', 'kyc.passed'])
    expect(await list({ from: new Date(begin.getTime() + 1) })).toEqual(['kyc.token_minted', 'kyc.passed'])
    expect(await list({ until: new Date(begin.getTime() + 1) })).toEqual(['key.created', 'kyc.started'])
    const first = await eventsAfter(world, { merchant: mchNo, after: 0, limit: 3 })
    expect(first).toMatchObject({ more: true, events: { length: 3 } })
    const rest = { merchant: mchNo, after: first.events[2]?.seq ?? 0, limit: 3 }
    expect(await eventsAfter(world, rest)).toMatchObject({ more: false, events: { length: 1 } })
    const newest = await newestEvents(world, { merchant: mchNo, limit: 1 })
    expect(newest).toMatchObject({ more: true, events: [{ event: { type: 'kyc.passed' } }] })
    const before = newest.events[0]?.seq ?? 0
    expect(await newestEvents(world, { merchant: mchNo, before, limit: 5 })).toMatchObject({
      more: false,
      events: { length: 3 },
    })
  })

  test('are not missed by a reader who continues after the last event while others are being recorded', async () => {
    const { mchNo, program } = await open()
    const seen = new Set<number>()
    let after = 0
    const read = async () => {
      for (const { seq } of (await eventsAfter(world, { merchant: mchNo, after, limit: 3 })).events) {
        seen.add(seq)
        after = seq
      }
    }
    const writes = Array.from({ length: 12 }, async () => {
      await addApiKey(world, { mchNo }, byServer)
      await startJourney(world, {
        ...{ programNo: program.programNo, login: newLogin(), ssiWallet: '0x1', actor: 'test' },
      })
    })
    const reads = (async () => {
      for (let round = 0; round < 40; round += 1) await read()
    })()
    await Promise.all([...writes, reads])
    // The reader may have been slower than the writers.
    for (let before = -1; before < seen.size; ) {
      before = seen.size
      await read()
    }
    const { rows } = await suite.database.run('select seq from event where merchant = $1', [mchNo])
    expect(seen.size).toBeGreaterThan(20)
    expect(seen.size).toBe(rows.length)
  })
})
