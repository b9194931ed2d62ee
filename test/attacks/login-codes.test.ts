import { beforeAll, expect, test } from 'vitest'
import { requestCode, resendCode, submitCode } from '../../packages/verification/src/login/login-by-email.ts'
import { loginLimits } from '../../packages/verification/src/login/login-limits.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { onOneEngine } from '../support/engines.ts'

// Someone who knows a person's email address must not be able to lock the person out by requesting codes.

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
})
