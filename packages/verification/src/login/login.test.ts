import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { journeyTablesOf } from '../context.ts'
import { RefusedAddressError } from '../mail/refused-address-error.ts'
import { findSession } from '../sessions/find-session.ts'
import type { Session } from '../sessions/session.ts'
import { selectSession } from '../sessions/session-store.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { viewOf } from '../visits/view-of.ts'
import { discardCode, requestCode, resendCode, submitCode } from './login-by-email.ts'
import {
  requestAddressSignature,
  requestWalletLogin,
  submitAddressSignature,
  submitWalletLogin,
} from './login-by-wallet.ts'
import { selectCodeOf } from './login-code-store.ts'
import { loginLimits } from './login-limits.ts'

const minute = 60_000

onOneEngine('server', 'login by e-mail', (suite) => {
  let world: SessionWorld
  beforeAll(async () => {
    world = await createSessionWorld(suite.database)
  })

  let asked = 0
  const someone = () => `someone${++asked}@example.com`
  const otherThan = (code: string | undefined) => (code === '000000' ? '000001' : '000000')
  const ask = (session: Session, email: string, ip = `10.0.0.${++asked % 250}`) =>
    requestCode(world, session, { email, ip })
  const newest = () => world.mails.at(-1)?.code ?? ''
  const stepOf = async (session: Session) => (await viewOf(world, session)).step

  test('logs in with the sent code and stores only its hash', async () => {
    const session = await world.openAuthorized()
    expect(await stepOf(session)).toEqual({ name: 'login-email' })
    await ask(session, 'Ada@Example.com')
    expect(world.mails.at(-1)).toMatchObject({ to: 'ada@example.com', merchant: 'Shop', locale: 'en' })
    expect(newest()).toMatch(/^[0-9]{6}$/)
    const { rows } = await suite.database.run('select * from login_code where session_id = $1', [session.id])
    const stored = JSON.stringify(rows, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    expect(stored).not.toContain(newest())
    expect(stored).not.toContain('ada@example.com')
    await submitCode(world, session, { code: newest() })
    expect(await stepOf(session)).toMatchObject({ name: 'document' })
    expect((await viewOf(world, session)).login).toBe('a…a@example.com')
  })

  test('allows five attempts per code and counts each attempt before comparing', async () => {
    const session = await world.openAuthorized()
    await ask(session, someone())
    const right = newest()
    for (const triesLeft of [4, 3, 2, 1]) {
      await expect(submitCode(world, session, { code: otherThan(right) })).rejects.toMatchObject({
        code: 'login.code-wrong',
      })
      expect(await stepOf(session)).toMatchObject({ triesLeft })
    }
    await expect(submitCode(world, session, { code: 'not a code' })).rejects.toMatchObject({
      code: 'login.code-wrong',
    })
    expect(await stepOf(session)).toMatchObject({ triesLeft: 1 })
    await expect(submitCode(world, session, { code: otherThan(right) })).rejects.toMatchObject({
      code: 'login.too-many',
    })
    await expect(submitCode(world, session, { code: right })).rejects.toMatchObject({
      code: 'login.too-many',
    })
    expect((await selectSession(journeyTablesOf(world), session.id)).loginAt).toBeNull()
  })

  test('limits concurrent guesses to five and accepts a correct code once', async () => {
    const session = await world.openAuthorized()
    await ask(session, someone())
    const guesses = Array.from({ length: 20 }, () =>
      submitCode(world, session, { code: otherThan(newest()) }),
    )
    const outcomes = (await Promise.allSettled(guesses)).map((each) =>
      each.status === 'rejected' ? (each.reason as { code: string }).code : 'in',
    )
    expect(outcomes.filter((code) => code === 'login.code-wrong')).toHaveLength(4)
    expect(outcomes.filter((code) => code === 'login.too-many')).toHaveLength(16)

    const other = await world.openAuthorized()
    await ask(other, someone())
    const same = Array.from({ length: 5 }, () => submitCode(world, other, { code: newest() }))
    const done = await Promise.allSettled(same)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('rejects a code after ten minutes', async () => {
    const session = await world.openAuthorized()
    await ask(session, someone())
    world.clock.advance(10 * minute - 1)
    expect(await stepOf(session)).toMatchObject({ name: 'login-code' })
    world.clock.advance(1)
    await expect(submitCode(world, session, { code: newest() })).rejects.toMatchObject({
      code: 'login.code-expired',
    })
    expect(await stepOf(session)).toMatchObject({ name: 'login-code', expiresAt: world.clock.now() })
  })

  test('sends a new code after half a minute and invalidates the old one', async () => {
    const session = await world.openAuthorized()
    const email = someone()
    await ask(session, email)
    const first = newest()
    await expect(resendCode(world, session, { ip: '10.1.0.1' })).rejects.toMatchObject({
      code: 'login.too-soon',
    })
    world.clock.advance(30_000)
    await resendCode(world, session, { ip: '10.1.0.1' })
    expect(world.mails.at(-1)?.to).toBe(email)
    if (first !== newest()) {
      await expect(submitCode(world, session, { code: first })).rejects.toMatchObject({
        code: 'login.code-wrong',
      })
    }
    await submitCode(world, session, { code: newest() })
  })

  test('rejects a code that is entered on a page that did not request it', async () => {
    const email = someone()
    const [one, other] = [await world.openAuthorized(), await world.openAuthorized()]
    await ask(one, email)
    const code = newest()
    await ask(other, email)
    if (code === newest()) return
    await expect(submitCode(world, other, { code })).rejects.toMatchObject({ code: 'login.code-wrong' })
  })

  test('accepts another address after the person goes back', async () => {
    const session = await world.openAuthorized()
    await ask(session, someone())
    await discardCode(world, session)
    expect(await stepOf(session)).toEqual({ name: 'login-email' })
    await ask(session, 'second@example.com')
    await submitCode(world, session, { code: newest() })
    expect((await viewOf(world, session)).login).toBe('s…d@example.com')
  })

  describe('limits', () => {
    test('allows five codes per hour for each combination of address and network, even with concurrent requests', async () => {
      const email = someone()
      const sessions = await Promise.all(Array.from({ length: 7 }, () => world.openAuthorized()))
      const outcomes = await Promise.allSettled(sessions.map((session) => ask(session, email, '10.8.8.8')))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'login.too-many' })
      world.clock.advance(60 * minute)
      await ask(await world.openAuthorized(), email, '10.8.8.8')
    })

    test('limits the codes per hour for each IP address', async () => {
      // Requests are spread over several pages, each up to its limit, because opening a page takes longer
      // than requesting a code.
      for (let count = 0; count < loginLimits.perIp; ) {
        const session = await world.openAuthorized()
        for (let turn = 0; turn < loginLimits.perSession && count < loginLimits.perIp; turn++, count++) {
          await ask(session, someone(), '10.9.9.9')
          await discardCode(world, session)
        }
      }
      const late = await world.openAuthorized()
      await expect(ask(late, someone(), '10.9.9.9')).rejects.toMatchObject({ code: 'login.too-many' })
      await ask(late, someone(), '10.9.9.8')
    })

    test('allows ten codes per hour for a page', async () => {
      const session = await world.openAuthorized()
      for (let count = 0; count < 10; count++) {
        await ask(session, someone())
        await discardCode(world, session)
      }
      await expect(ask(session, someone())).rejects.toMatchObject({ code: 'login.too-many' })
    })
  })

  test('does not resend an e-mail after a crash but lets the person request another one', async () => {
    const sent: string[] = []
    // Simulates a process that ends immediately after the mail server has accepted the mail.
    const dying = {
      ...world,
      mailer: {
        ...world.mailer,
        sendCode: async ({ code }: { code: string }) => {
          sent.push(code)
          await new Promise(() => {})
        },
      },
    }
    const session = await world.openAuthorized()
    const attempt = requestCode(dying, session, { email: someone(), ip: '10.2.0.1' })
    while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(await selectCodeOf(journeyTablesOf(world), session.id)).toMatchObject({ mailState: 'sending' })
    void attempt

    // After the restart, the page shows the same step, and the delivered code is valid.
    const before = world.mails.length
    expect(await stepOf(session)).toMatchObject({ name: 'login-code' })
    expect(world.mails).toHaveLength(before)
    expect(sent).toHaveLength(1)
    await submitCode(world, session, { code: sent[0] ?? '' })
    expect(await stepOf(session)).toMatchObject({ name: 'document' })
  })

  test('reports a mail server failure and allows an immediate retry, but does not reveal that an address was refused', async () => {
    const failing = (error: Error) => ({
      ...world,
      mailer: { ...world.mailer, sendCode: () => Promise.reject(error) },
    })
    const session = await world.openAuthorized()
    const email = someone()
    const down = requestCode(failing(new Error('down')), session, { email, ip: '10.3.0.1' })
    await expect(down).rejects.toMatchObject({ code: 'login.mail-failed', retryable: true })
    await resendCode(world, session, { ip: '10.3.0.1' })

    const other = await world.openAuthorized()
    const refused = failing(new RefusedAddressError())
    await requestCode(refused, other, { email: someone(), ip: '10.3.0.2' })
    expect(await stepOf(other)).toMatchObject({ name: 'login-code' })
  })

  test('after a crash, completes an interrupted login when the page is viewed again', async () => {
    const session = await world.openAuthorized()
    await ask(session, someone())
    const ends = {
      bytes: () => {
        throw new Error('the process ended')
      },
    }
    const dying = { ...world, kyc: { ...world.kyc, random: ends } }
    await expect(submitCode(dying, session, { code: newest() })).rejects.toThrow('the process ended')
    const { loginAt, journeyId } = await selectSession(journeyTablesOf(world), session.id)
    expect([loginAt === null, journeyId]).toEqual([false, null])
    expect(await stepOf(session)).toMatchObject({ name: 'document' })
  })

  test('rejects a login before the authorization and rejects a second login', async () => {
    const { session } = await world.open()
    await expect(ask(session, someone())).rejects.toMatchObject({ code: 'step.other' })
    const { bearer, session: again } = await world.open()
    expect((await findSession(world, bearer)).id).toBe(again.id)
  })
})

onOneEngine('server', 'login by wallet', (suite) => {
  let world: SessionWorld
  beforeAll(async () => {
    world = await createSessionWorld(suite.database)
  })
  const wallet = privateKeyToAccount(`0x${'51'.repeat(32)}`)
  const meid = { program: { kind: 'MeID' as const }, lv: 2 as const, mode: 'wallet' as const }
  const sign = async (asked: Awaited<ReturnType<typeof requestWalletLogin>>) => {
    const message = asked.request.family === 'evm' ? asked.request.message : ''
    return { id: asked.id, answer: { family: 'evm', signature: await wallet.signMessage({ message }) } }
  }

  test('creates a one-time message that names the page, merchant and program and expires after five minutes', async () => {
    const session = await world.openAuthorized({ ...meid, accounts: [wallet.address, 'ada@example.com'] })
    expect((await viewOf(world, session)).step).toEqual({
      name: 'login-wallet',
      accounts: [wallet.address.toLowerCase()],
    })
    const asked = await requestWalletLogin(world, session, { account: wallet.address })
    const { message } = asked.request as { message: string }
    expect(message).toMatch(/^shop\.example wants you to sign in/)
    expect(message).toMatch(
      /I confirm to Shop \(M\d{31}\) that I own this wallet, for the program Onboarding \(\d{12}\)\./,
    )
    world.clock.advance(5 * minute)
    await expect(submitWalletLogin(world, session, await sign(asked))).rejects.toMatchObject({
      code: 'login.signature-expired',
    })
    const again = await sign(await requestWalletLogin(world, session, { account: wallet.address }))
    const stranger = await world.openAuthorized({ ...meid, accounts: [wallet.address] })
    await expect(submitWalletLogin(world, stranger, again)).rejects.toMatchObject({
      code: 'login.signature-expired',
    })
    await submitWalletLogin(world, session, again)
    expect((await viewOf(world, session)).step).toEqual({ name: 'liveness' })
    expect((await viewOf(world, session)).login).toBe(
      `${wallet.address.slice(0, 4).toLowerCase()}…${wallet.address.slice(-2).toLowerCase()}`,
    )
    const now = await selectSession(journeyTablesOf(world), session.id)
    await expect(submitWalletLogin(world, now, again)).rejects.toMatchObject({ code: 'step.other' })
  })

  test('replaces non-ASCII names with the numbers of the merchant and the program', async () => {
    const session = await world.openAuthorized({
      ...meid,
      program: { kind: 'MeID', name: '開戶' },
      accounts: [wallet.address],
    })
    const { request } = await requestWalletLogin(world, session, { account: wallet.address })
    expect((request as { message: string }).message).toMatch(/for the program \d{12}\./)
  })

  test('requires proof of the associated account if checkAddress is set, and accepts a login with its wallet', async () => {
    const withCheck = { ...meid, checkAddress: true, accounts: [wallet.address] }
    const session = await world.openAuthorized(withCheck)
    await submitWalletLogin(
      world,
      session,
      await sign(await requestWalletLogin(world, session, { account: wallet.address })),
    )
    expect((await viewOf(world, session)).step.name).toBe('liveness')

    const byMail = await world.openAuthorized({ checkAddress: true, accounts: [wallet.address] })
    await requestCode(world, byMail, { email: 'checked@example.com', ip: '10.4.0.1' })
    await submitCode(world, byMail, { code: world.mails.at(-1)?.code ?? '' })
    const loggedIn = await selectSession(journeyTablesOf(world), byMail.id)
    expect([loggedIn.journeyId, (await viewOf(world, loggedIn)).step.name]).toEqual([null, 'check-address'])
    await expect(
      requestAddressSignature(world, loggedIn, { account: `0x${'11'.repeat(20)}` }),
    ).rejects.toMatchObject({
      code: 'login.account-unknown',
    })
    const asked = await requestAddressSignature(world, loggedIn, { account: wallet.address })
    await submitAddressSignature(world, loggedIn, await sign(asked))
    expect((await viewOf(world, loggedIn)).step.name).toBe('document')
  })

  test('with checkAddress, reports on the first page that an account cannot sign', async () => {
    await expect(
      world.openAuthorized({ checkAddress: true, accounts: ['ada@example.com'] }),
    ).rejects.toMatchObject({ code: 'account.wallet-needed' })
  })
})
