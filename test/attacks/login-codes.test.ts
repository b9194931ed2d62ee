import { guessLimits } from '@touchstone/common'
import { beforeAll, expect, test } from 'vitest'
import { requestCode, resendCode, submitCode } from '../../packages/verification/src/login/login-by-email.ts'
import { loginLimits } from '../../packages/verification/src/login/login-limits.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { viewOf } from '../../packages/verification/src/visits/view-of.ts'
import { onOneEngine } from '../support/engines.ts'

// Someone who knows a person's email address must not be able to lock the person out by requesting codes, or to
// log in by guessing them.

onOneEngine('server', 'login codes', (suite) => {
  let world: SessionWorld
  beforeAll(async () => {
    world = await createSessionWorld(suite.database)
  })
  const refused = { code: 'login.too-many' }

  /** Requests codes from new pages on one network until no more codes are sent. */
  const exhaust = async (email: string, ip: string) => {
    for (let count = 0; count < loginLimits.perAddress; count++) {
      await requestCode(world, await world.openAuthorized({ device: 'the attacker' }), {
        email,
        ip,
      })
    }
  }

  test('limits repeated requests from one network without blocking requests from other networks', async () => {
    const email = 'victim@example.com'
    await exhaust(email, '203.0.113.1')
    const more = requestCode(world, await world.openAuthorized(), { email, ip: '203.0.113.1' })
    await expect(more).rejects.toMatchObject(refused)
    await requestCode(world, await world.openAuthorized(), { email, ip: '198.51.100.1' })
    expect(world.mails.at(-1)?.to).toBe(email)
  })

  test('limits requests from many networks without blocking known devices or open pages', async () => {
    const email = 'known@example.com'
    const first = await world.openAuthorized({ device: 'known' })
    await requestCode(world, first, { email, ip: '198.51.100.2' })
    await submitCode(world, first, { code: world.mails.at(-1)?.code ?? '' })
    world.clock.advance(loginLimits.windowMs)

    const elsewhere = await world.openAuthorized()
    await requestCode(world, elsewhere, { email, ip: '198.51.100.3' })
    for (let network = 10; network < 10 + loginLimits.perAddressInAll / loginLimits.perAddress; network++) {
      await exhaust(email, `203.0.113.${network}`).catch((error) => expect(error).toMatchObject(refused))
    }
    const stranger = requestCode(world, await world.openAuthorized(), { email, ip: '203.0.113.99' })
    await expect(stranger).rejects.toMatchObject(refused)

    const own = await world.openAuthorized({ device: 'known' })
    await requestCode(world, own, { email, ip: '198.51.100.2' })
    await submitCode(world, own, { code: world.mails.at(-1)?.code ?? '' })

    world.clock.advance(loginLimits.resendAfterMs)
    await resendCode(world, elsewhere, { ip: '198.51.100.3' })
    expect(world.mails.at(-1)?.to).toBe(email)
  })

  test('rejects guesses after ten failures across all pages and networks, without locking out the person', async () => {
    const email = 'guessed@example.com'
    const codeOf = () => world.mails.at(-1)?.code ?? ''
    const refusals: unknown[] = []
    for (let page = 0; refusals.length < guessLimits.perWindow; page++) {
      const session = await world.openAuthorized({ device: `page ${page}` })
      await requestCode(world, session, { email, ip: `203.0.113.${200 + page}` })
      const wrong = codeOf() === '000000' ? '000001' : '000000'
      for (let guess = 0; guess < 4 && refusals.length < guessLimits.perWindow; guess++)
        await submitCode(world, session, { code: wrong }).catch((error) => refusals.push(error.code))
    }
    expect(refusals.slice(0, -1)).toEqual(Array(guessLimits.perWindow - 1).fill('login.code-wrong'))
    expect(refusals.at(-1)).toBe('login.paused')

    const own = await world.openAuthorized({ device: 'own' })
    await requestCode(world, own, { email, ip: '198.51.100.9' })
    expect(codeOf()).toMatch(/^[0-9A-Z]{12}$/)
    expect((await viewOf(world, own)).step).toMatchObject({ name: 'login-code', codeLength: 12 })
    await submitCode(world, own, { code: `${codeOf().slice(0, 4)}-${codeOf().slice(4)}`.toLowerCase() })
    expect((await viewOf(world, own)).step).toMatchObject({ name: 'document' })
  })
})
