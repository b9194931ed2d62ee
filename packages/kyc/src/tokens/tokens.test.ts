import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { createKycWorld } from '../../../../test/support/kyc-world.ts'
import { createTokenService, signingKeyLifetimeMs, tokenLifetimeSeconds } from './token-service.ts'

onOneEngine('server', 'access tokens', (suite) => {
  const begin = async () => {
    const world = await createKycWorld(suite.database)
    return { world, service: createTokenService(world) }
  }
  const input = { appId: 'M1', mode: 'email' as const }

  test('issues a token that contains the application and login mode and that anyone can verify with the JWKS', async () => {
    const { world, service } = await begin()
    const token = await service.issue(input)
    expect(await service.verify(token)).toMatchObject(input)
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(await service.jwks()), {
      currentDate: new Date(world.clock.now()),
    })
    expect(protectedHeader.alg).toBe('EdDSA')
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(1800)
    expect(JSON.stringify(await service.jwks())).not.toContain('"d"')
  })

  test('rejects a token after 30 minutes', async () => {
    const { world, service } = await begin()
    const token = await service.issue(input)
    world.clock.advance(tokenLifetimeSeconds * 1000 - 1000)
    await service.verify(token)
    world.clock.advance(1000)
    await expect(service.verify(token)).rejects.toMatchObject({ kind: 'credentials' })
  })

  test('rejects a forged, foreign or unsigned token', async () => {
    const { world, service } = await begin()
    const token = await service.issue(input)
    const [header, payload, signature] = token.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const hmac = await new SignJWT({ mode: 'email' })
      .setProtectedHeader({ alg: 'HS256', kid: decodeProtectedHeader(token).kid ?? '' })
      .setIssuer('touchstone')
      .setAudience('touchstone:widget')
      .setSubject('M1')
      .setJti('1')
      .setExpirationTime(world.clock.now() / 1000 + 100)
      .sign(Buffer.from('guess'.repeat(10)))
    const forged = Buffer.from(
      Buffer.from(payload ?? '', 'base64url')
        .toString()
        .replace('M1', 'M2'),
    )
    for (const bad of [
      '',
      'x.y.z',
      `${header}.${payload}.`,
      `${none}.${payload}.`,
      `${header}.${forged.toString('base64url')}.${signature}`,
      hmac,
    ]) {
      await expect(service.verify(bad)).rejects.toMatchObject({ kind: 'credentials' })
    }
  })

  test('rotates keys once for all nodes and accepts old tokens until they expire', async () => {
    const { world, service } = await begin()
    const otherNode = createTokenService(world)
    const old = await service.issue(input)
    const oldKid = decodeProtectedHeader(old).kid
    expect(await service.rotate()).toBe(false)
    world.clock.advance(signingKeyLifetimeMs)
    const late = await service.issue(input)
    expect((await Promise.all([service.rotate(), otherNode.rotate()])).filter(Boolean)).toHaveLength(1)
    const fresh = await service.issue(input)
    expect(decodeProtectedHeader(fresh).kid).not.toBe(oldKid)
    await otherNode.verify(fresh)
    await otherNode.verify(late)
    const kids = (await otherNode.jwks()).keys.map(({ kid }) => kid)
    expect(kids).toContain(decodeProtectedHeader(fresh).kid)
    expect(kids).toContain(oldKid)
  })
})
