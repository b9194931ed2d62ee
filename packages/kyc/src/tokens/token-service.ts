import { randomUUID } from 'node:crypto'
import { ServiceError } from '@touchstone/contract'
import { isStoreUnavailable } from '@touchstone/storage'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { signingKeyColumn } from '../sealed-columns.ts'
import {
  deleteSigningKeysRetiredBefore,
  insertSigningKey,
  lockSigningKeys,
  retireSigningKeysExcept,
  type SigningKeyRow,
  selectSigningKeys,
} from './signing-key-store.ts'

export const tokenLifetimeSeconds = 30 * 60
/** The age at which a signing key is replaced by the next key. */
export const signingKeyLifetimeMs = 30 * 24 * 60 * 60 * 1000
/**
 * How long a retired key continues to be used to verify tokens. This is longer than the lifetime of any
 * token.
 */
const retiredKeyKeptMs = 24 * 60 * 60 * 1000

export type LoginMode = 'email' | 'wallet'
export type AccessTokenClaims = { appId: string; mode: LoginMode; tokenId: string }

export type TokenService = {
  issue(input: { appId: string; mode: LoginMode }): Promise<string>
  /** Verifies a token. Throws `credentials` if it is forged, expired or issued for another purpose. */
  verify(token: string): Promise<AccessTokenClaims>
  jwks(): Promise<{ keys: JWK[] }>
  /**
   * Creates the next signing key if the current key is old enough, or immediately on request. Returns whether
   * a key was created.
   */
  rotate(options?: { force?: boolean }): Promise<boolean>
}

const issuer = 'touchstone'
const audience = 'touchstone:widget'
const algorithm = 'EdDSA'

type KeyRing = {
  current: { kid: string; key: CryptoKey; createdAt: number }
  publicKeys: Map<string, CryptoKey>
  jwks: JWK[]
}

export function createTokenService(context: KycContext): TokenService {
  const { clock, vault } = context
  const tables = tablesOf(context)
  let ring: Promise<KeyRing> | undefined
  let loadedAt = 0

  const load = async (): Promise<KeyRing> => {
    let rows = await selectSigningKeys(tables)
    if (!rows.some((row) => row.retiredAt === null)) {
      await makeKeyIf(context, (existing) => !existing.some((row) => row.retiredAt === null))
      rows = await selectSigningKeys(tables)
    }
    loadedAt = clock.now()
    return await openRing(rows, ({ sealed, kid }) => vault.open(sealed, signingKeyColumn.at(kid)))
  }
  const reload = (): Promise<KeyRing> => {
    ring = load().catch((error: unknown) => {
      ring = undefined
      throw error
    })
    return ring
  }
  /** Reloads the keys every minute, so that all nodes use a new key soon after its creation. */
  const keyRing = (): Promise<KeyRing> =>
    ring !== undefined && Math.abs(clock.now() - loadedAt) < 60_000 ? ring : reload()

  return {
    async issue({ appId, mode }) {
      const { current } = await keyRing()
      const seconds = Math.floor(clock.now() / 1000)
      return await new SignJWT({ mode })
        .setProtectedHeader({ alg: algorithm, kid: current.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(appId)
        .setJti(randomUUID())
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + tokenLifetimeSeconds)
        .sign(current.key)
    },

    async verify(token) {
      try {
        const { payload } = await jwtVerify(
          token,
          async (header) => {
            const kid = header.kid ?? ''
            const known = (await keyRing()).publicKeys.get(kid) ?? (await reload()).publicKeys.get(kid)
            if (!known) throw new Error('unknown signing key')
            return known
          },
          { algorithms: [algorithm], issuer, audience, currentDate: new Date(clock.now()) },
        )
        const { sub, jti, mode } = payload
        if (!sub || !jti || (mode !== 'email' && mode !== 'wallet')) throw new Error('claims are missing')
        return { appId: sub, mode, tokenId: jti }
      } catch (cause) {
        if (isStoreUnavailable(cause)) throw cause
        throw new ServiceError('credentials', { cause })
      }
    },

    async jwks() {
      return { keys: (await keyRing()).jwks }
    },

    async rotate({ force = false } = {}) {
      const now = clock.now()
      const made = await makeKeyIf(context, (rows) => {
        const current = rows.find((row) => row.retiredAt === null)
        return force || !current || now - current.createdAt.getTime() >= signingKeyLifetimeMs
      })
      if (made) await reload()
      return made
    },
  }
}

async function makeKeyIf(context: KycContext, needed: (rows: SigningKeyRow[]) => boolean): Promise<boolean> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db: KycDb) => {
      await lockSigningKeys(db)
      const now = context.clock.now()
      await deleteSigningKeysRetiredBefore(db, new Date(now - retiredKeyKeptMs))
      if (!needed(await selectSigningKeys(db))) return false
      const pair = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true })
      const privateJwk = await exportJWK(pair.privateKey)
      const publicJwk = await exportJWK(pair.publicKey)
      const kid = await calculateJwkThumbprint(publicJwk)
      await insertSigningKey(db, {
        kid,
        publicJwk: { ...publicJwk, kid, alg: algorithm, use: 'sig' },
        sealed: context.vault.seal(JSON.stringify(privateJwk), signingKeyColumn.at(kid)),
        createdAt: new Date(now),
      })
      await retireSigningKeysExcept(db, kid, new Date(now))
      return true
    })
}

async function openRing(rows: SigningKeyRow[], open: (row: SigningKeyRow) => string): Promise<KeyRing> {
  const newest = rows.find((row) => row.retiredAt === null)
  if (!newest) throw new Error('there is no signing key')
  const publicKeys = new Map<string, CryptoKey>()
  for (const row of rows) publicKeys.set(row.kid, await importKey(row.publicJwk))
  return {
    current: {
      kid: newest.kid,
      key: await importKey(JSON.parse(open(newest))),
      createdAt: newest.createdAt.getTime(),
    },
    publicKeys,
    jwks: rows.map((row) => row.publicJwk as JWK),
  }
}

async function importKey(jwk: object): Promise<CryptoKey> {
  const key = await importJWK(jwk as JWK, algorithm)
  if (key instanceof Uint8Array) throw new Error('a signing key is not an asymmetric key')
  return key
}
