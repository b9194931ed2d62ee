import { beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { journeyTablesOf } from '../context.ts'
import { requestCode, submitCode } from '../login/login-by-email.ts'
import { findSession } from '../sessions/find-session.ts'
import type { Session } from '../sessions/session.ts'
import { selectSession } from '../sessions/session-store.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { requireDevice } from '../visits/device.ts'
import { viewOf } from '../visits/view-of.ts'
import { answerHandOff, cancelHandOff, claimHandOff, confirmHandOff, offerHandOff } from './hand-off.ts'

onOneEngine('server', 'hand-off to a phone', (suite) => {
  let world: SessionWorld
  beforeAll(async () => {
    world = await createSessionWorld(suite.database)
  })

  let people = 0
  async function atDocument(): Promise<Session> {
    const session = await world.openAuthorized()
    await requestCode(world, session, { email: `phone${++people}@example.com`, ip: `10.5.0.${people}` })
    await submitCode(world, session, { code: world.mails.at(-1)?.code ?? '' })
    return await selectSession(journeyTablesOf(world), session.id)
  }
  const offer = async (session: Session) => (await offerHandOff(world, session)).url.split('#')[1] ?? ''
  const stepOf = async (session: Session) => (await viewOf(world, session)).step

  test('derives the digits from both secrets and waits for the confirmation', async () => {
    const session = await atDocument()
    const { url } = await offerHandOff(world, session)
    expect(url).toMatch(/^https:\/\/verify\.example\/phone#[\w-]{43}$/)
    const code = url.split('#')[1] ?? ''
    expect((await viewOf(world, session)).handOff).toEqual({
      state: 'offered',
      expiresAt: world.clock.now() + 300_000,
    })
    const { session: phone, bearer } = await claimHandOff(world, { code })
    expect((await findSession(world, bearer)).id).toBe(phone.id)
    const shown = await stepOf(phone)
    const { handOff } = await viewOf(world, session)
    expect(handOff).toMatchObject({ state: 'claimed' })
    const asks = ['document', 'liveness', 'location']
    expect(shown).toEqual({ name: 'phone-confirm', digits: handOff?.digits, agreed: false, asks })
    expect(handOff?.digits).toMatch(/^[0-9]{4}$/)
    await expect(requireDevice(world, phone, 'both')).rejects.toMatchObject({ code: 'step.other' })
    await requireDevice(world, session, 'both')

    await confirmHandOff(world, session, { matches: true })
    expect(await stepOf(session)).toEqual({ name: 'on-phone', step: 'document' })
    expect((await stepOf(phone)).name, 'the phone’s holder has not agreed').toBe('phone-confirm')
    await expect(requireDevice(world, phone, 'both')).rejects.toMatchObject({ code: 'step.other' })
    await answerHandOff(world, phone, { agrees: true })
    expect(await viewOf(world, phone)).toMatchObject({ device: 'phone', step: { name: 'document' } })
    await requireDevice(world, phone, 'both')
    await expect(requireDevice(world, session, 'both')).rejects.toMatchObject({ code: 'step.other' })
    await expect(requireDevice(world, phone, 'own')).rejects.toMatchObject({ code: 'step.other' })
    for (const act of [() => offerHandOff(world, phone), () => cancelHandOff(world, phone)])
      await expect(act()).rejects.toMatchObject({ code: 'step.other' })
    // A confirmed hand-off does not expire: it is still active an hour later.
    world.clock.advance(3_600_000)
    expect(await stepOf(session)).toEqual({ name: 'on-phone', step: 'document' })
  })

  test('allows one claim per link within five minutes, even with concurrent claims', async () => {
    const code = await offer(await atDocument())
    const claims = await Promise.allSettled([claimHandOff(world, { code }), claimHandOff(world, { code })])
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const late = await offer(await atDocument())
    world.clock.advance(300_000)
    await expect(claimHandOff(world, { code: late })).rejects.toMatchObject({ code: 'hand-off.over' })
    await expect(claimHandOff(world, { code: 'x'.repeat(43) })).rejects.toMatchObject({
      code: 'hand-off.over',
    })
  })

  test('ends the phone’s session if the digits differ, the link is replaced or the hand-off is cancelled', async () => {
    const session = await atDocument()
    const ends = [
      () => confirmHandOff(world, session, { matches: false }),
      () => cancelHandOff(world, session),
      async () => void (await offer(session)),
    ]
    for (const end of ends) {
      const { bearer } = await claimHandOff(world, { code: await offer(session) })
      await findSession(world, bearer)
      await end()
      await expect(findSession(world, bearer)).rejects.toMatchObject({ code: 'session.unknown' })
      expect((await stepOf(session)).name).toBe('document')
    }
  })

  test('ends the hand-off if the phone’s holder declines, and accepts an agreement only from the phone and before the deadline', async () => {
    const session = await atDocument()
    const { session: declining } = await claimHandOff(world, { code: await offer(session) })
    await answerHandOff(world, declining, { agrees: false })
    expect(await stepOf(declining)).toEqual({ name: 'phone-done', declined: true })
    expect((await viewOf(world, session)).handOff).toBeUndefined()
    await expect(answerHandOff(world, session, { agrees: true })).rejects.toMatchObject({
      code: 'step.other',
    })
    const over = { code: 'hand-off.over' }
    await expect(answerHandOff(world, declining, { agrees: true })).rejects.toMatchObject(over)
    const { session: late } = await claimHandOff(world, { code: await offer(session) })
    world.clock.advance(300_000)
    await expect(answerHandOff(world, late, { agrees: true })).rejects.toMatchObject(over)
  })

  test('rejects a late confirmation', async () => {
    const session = await atDocument()
    await claimHandOff(world, { code: await offer(session) })
    world.clock.advance(300_000)
    await expect(confirmHandOff(world, session, { matches: true })).rejects.toMatchObject({
      code: 'step.other',
    })
    expect((await viewOf(world, session)).handOff).toBeUndefined()
  })

  test("ends the phone's session after the phone's part and continues on the first screen", async () => {
    const session = await atDocument()
    const { session: phone } = await claimHandOff(world, { code: await offer(session) })
    await answerHandOff(world, phone, { agrees: true })
    await confirmHandOff(world, session, { matches: true })
    await suite.database.run("update journey set status = 'Liveness Checked' where id = $1", [
      session.journeyId,
    ])
    await suite.database.run(
      `insert into verification_check select id, attempt, 'location', true, 'test', '', now() from journey where id = $1`,
      [session.journeyId],
    )
    expect(await stepOf(phone)).toEqual({ name: 'phone-done', declined: false })
    await expect(requireDevice(world, phone, 'both')).rejects.toMatchObject({ code: 'step.other' })
    expect((await viewOf(world, session)).handOff).toBeUndefined()
    // The phone's part stays complete while the journey continues.
    await suite.database.run("update journey set status = 'Verification Started' where id = $1", [
      session.journeyId,
    ])
    expect(await stepOf(phone)).toEqual({ name: 'phone-done', declined: false })
    expect((await stepOf(session)).name).toBe('document')
  })

  test('offers no hand-off before the login', async () => {
    const session = await world.openAuthorized()
    await expect(offerHandOff(world, session)).rejects.toMatchObject({ code: 'step.other' })
  })
})
