import { loadJourney, showPrograms, updateProgram } from '@touchstone/kyc'
import { beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { requestCode, submitCode } from '../login/login-by-email.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { viewOf } from '../visits/view-of.ts'
import { openSession } from './open-session.ts'
import type { Session } from './session.ts'

onOneEngine('server', 'the program version of a page', (suite) => {
  let world: SessionWorld
  beforeAll(async () => {
    world = await createSessionWorld(suite.database)
  })

  const logIn = async (session: Session, email: string) => {
    await requestCode(world, session, { email, ip: '10.0.0.1' })
    await submitCode(world, session, { code: world.mails.at(-1)?.code ?? '' })
    const { program } = await viewOf(world, session)
    return program.checks
  }

  test('keeps the version that the page showed when it was opened', async () => {
    const { mchNo, program } = await world.open({ program: { checks: ['sanction', 'unique'] } })
    const at = { mchNo, program }
    const first = await world.openAuthorized({ at, device: 'one' })
    await updateProgram(world.kyc, { programNo: program.programNo, checks: ['age'] })
    expect((await viewOf(world, first)).program.checks).toEqual(['sanction', 'unique'])
    expect(await logIn(first, 'under-way@example.com')).toEqual(['sanction', 'unique'])

    const second = await world.openAuthorized({ at, device: 'one' })
    expect((await viewOf(world, second)).program.checks).toEqual(['age'])
    // If the login on a page leads to a journey that is in progress, the page keeps that journey's version.
    expect(await logIn(second, 'under-way@example.com')).toEqual(['sanction', 'unique'])
    const third = await world.openAuthorized({ at })
    expect(await logIn(third, 'new@example.com')).toEqual(['age'])
  })

  test('starts a journey with the version of its page', async () => {
    const { mchNo, program } = await world.open({ program: { checks: ['sanction'] } })
    const session = await world.openAuthorized({ at: { mchNo, program } })
    await updateProgram(world.kyc, { programNo: program.programNo, checks: ['age'] })
    await logIn(session, 'late@example.com')
    const { rows } = await suite.database.run('select journey_id from frame_session where id = $1', [
      session.id,
    ])
    const { journey_id: journeyId } = rows[0] as { journey_id: number }
    const loaded = await loadJourney(world.kyc, Number(journeyId))
    expect(loaded).toMatchObject({ journey: { version: 1 }, program: { checks: ['sanction'] } })
  })

  test("lets the site's colours override the program's colours and records them", async () => {
    const { mchNo, program } = await world.open({ program: { theme: 'light' } })
    const open = async (theme?: 'auto' | 'light' | 'dark') =>
      await openSession(world, {
        accessToken: await world.tokenService.issue({ appId: mchNo, mode: 'email' }),
        ...{ appId: mchNo, lv: 1, chainId: '137', origin: 'https://shop.example', checkAddress: false },
        ...{ locale: 'en', programNo: program.programNo, ...(theme && { theme }) },
      })
    const overruled = async () => (await showPrograms(world.kyc, { mchNo }))[0]?.overruled
    for (const theme of [undefined, 'auto', 'light'] as const) await open(theme)
    expect(await overruled()).toBeNull()
    await open('dark')
    const at = new Date(world.clock.now()).toISOString()
    expect(await overruled()).toEqual({ theme: 'dark', origin: 'https://shop.example', at })
    world.clock.advance(60_000)
    await open('dark')
    expect((await overruled())?.at, 'the colours are recorded at most once an hour').toBe(at)
    await updateProgram(world.kyc, { programNo: program.programNo, theme: 'dark' })
    expect(await overruled(), 'no override is recorded if the program has the same colours').toBeNull()
  })
})
