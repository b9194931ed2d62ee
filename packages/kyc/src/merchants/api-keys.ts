import { randomBytes } from 'node:crypto'
import type { Scope } from '@touchstone/contract'
import type { AuditEntry, ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { InputError } from '../input-error.ts'
import {
  type ApiKeyRow,
  countLiveKeys,
  insertApiKey,
  lockApiKey,
  markRevoked,
  selectApiKeysOf,
  setLimits,
} from './api-key-store.ts'
import { checkedLimits, type GivenKeyLimits, type KeyLimits, unlimited } from './key-limits.ts'
import { bumpAccessVersion, lockMerchant, selectMerchantByNo } from './merchant-store.ts'

/** Maximum number of keys per merchant, not counting revoked and expired keys. */
export const maxLiveKeys = 20

export const apiKeyPurpose = 'api-key'

/**
 * Creates a key: 8 hex digits that identify the key, a dot, and a secret of 32 hex digits. Only a keyed hash
 * of the key is stored.
 */
export async function issueApiKey(
  context: KycContext,
  db: KycDb,
  merchantId: number,
  limits: KeyLimits = unlimited,
): Promise<{ keyId: string; apiKey: string }> {
  const keyId = randomBytes(4).toString('hex')
  const apiKey = `${keyId}.${randomBytes(16).toString('hex')}`
  const createdAt = new Date(context.clock.now())
  const fingerprint = context.vault.fingerprint(apiKeyPurpose, apiKey)
  await insertApiKey(context, db, { ...limits, keyId, merchantId, fingerprint, createdAt })
  await recordEvent(db, { merchantId }, keyEvent('key.created', keyId, createdAt))
  return { keyId, apiKey }
}

const keyEvent = (type: 'key.created' | 'key.revoked', keyId: string, at: Date) => ({
  ...{ type, subject: `key:${keyId}`, data: { keyId }, at },
})

/** The limits in the audit log. Names are left out, because they could identify a person. */
const logged = ({ scopes, networks, expiresAt }: KeyLimits) => ({
  ...(scopes && { scopes: scopes.join(', ') }),
  ...(networks && { networks: networks.join(', ') }),
  ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
})

/** Adds a key. A limit that is omitted does not apply. */
export async function addApiKey(
  context: KycContext,
  input: GivenKeyLimits & { mchNo: string },
  by: ChangedBy,
): Promise<{ keyId: string; apiKey: string }> {
  const limits = checkedLimits(input, context.clock.now())
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchant = await selectMerchantByNo(db, input.mchNo)
      if (!merchant) throw new InputError('merchant', 'is not known')
      await requireRoomForKey(context, db, merchant.id)
      const key = await issueApiKey(context, db, merchant.id, limits)
      await bumpAccessVersion(db)
      const at = new Date(context.clock.now())
      const detail = logged(limits)
      const entry = { merchantId: merchant.id, action: 'key.added', target: key.keyId, detail, at }
      await insertAudit(context, db, { ...by, ...entry })
      return key
    })
}

/**
 * Throws if the merchant has the maximum number of live keys. Locks the merchant, so that concurrent additions
 * run one after another.
 */
async function requireRoomForKey(context: KycContext, db: KycDb, merchantId: number): Promise<void> {
  await lockMerchant(db, merchantId)
  if ((await countLiveKeys(db, merchantId, new Date(context.clock.now()))) < maxLiveKeys) return
  throw new InputError('merchant', `already has ${maxLiveKeys} live keys: revoke one first`)
}

export type KeyView = {
  keyId: string
  name: string | null
  /** Null for all scopes, including those that are added later. */
  scopes: Scope[] | null
  /** Null for all networks. */
  networks: string[] | null
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
}

/** Returns a merchant's keys, oldest first. Includes expired and revoked keys. */
export async function listApiKeys(context: KycContext, { mchNo }: { mchNo: string }): Promise<KeyView[]> {
  const db = tablesOf(context)
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  return (await selectApiKeysOf(db, merchant.id)).map((key) => ({
    ...{ keyId: key.keyId, name: key.name, scopes: key.scopes, networks: key.networks },
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  }))
}

/**
 * The merchant whose keys can be changed. If `mchNo` is omitted, the keys of any merchant can be changed, as
 * in operator commands.
 */
type WhichKey = { keyId: string; mchNo?: string }

type KeyChange<Result> = {
  result: Result
  /** The log entry. Undefined if nothing changed. */
  log?: Pick<AuditEntry, 'action' | 'target'> & { detail?: AuditEntry['detail'] }
}

/** Changes a key and adds an audit log entry in one transaction. Then makes every node reload the keys. */
async function changeKey<Result>(
  context: KycContext,
  which: WhichKey,
  by: ChangedBy,
  work: (db: KycDb, key: ApiKeyRow) => Promise<KeyChange<Result>>,
): Promise<Result> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const key = await lockApiKey(db, which.keyId)
      // Rejects another merchant's key with the same message as an unknown key.
      if (!key || !(await belongs(db, key, which.mchNo))) throw new InputError('key id', 'is not known')
      const { result, log } = await work(db, key)
      if (!log) return result
      await bumpAccessVersion(db)
      const at = new Date(context.clock.now())
      await insertAudit(context, db, { ...by, merchantId: key.merchantId, detail: {}, ...log, at })
      return result
    })
}

async function belongs(db: KycDb, key: ApiKeyRow, mchNo: string | undefined): Promise<boolean> {
  return mchNo === undefined || (await selectMerchantByNo(db, mchNo))?.id === key.merchantId
}

/** Changes the name or the limits of a key. */
export async function changeApiKey(
  context: KycContext,
  input: WhichKey & GivenKeyLimits,
  by: ChangedBy,
): Promise<KeyLimits & { keyId: string }> {
  const now = context.clock.now()
  return await changeKey(context, input, by, async (db, key) => {
    requireLive(key, now)
    const limits = checkedLimits(input, now, key)
    if (!(await setLimits(context, db, key.keyId, limits))) throw new InputError('key id', 'is not known')
    return {
      result: { keyId: key.keyId, ...limits },
      log: { action: 'key.changed', target: key.keyId, detail: logged(limits) },
    }
  })
}

function requireLive({ revokedAt, expiresAt }: ApiKeyRow, now: number): void {
  if (revokedAt !== null) throw new InputError('key id', 'belongs to a revoked key')
  if (expiresAt !== null && expiresAt.getTime() <= now)
    throw new InputError('key id', 'belongs to an expired key')
}

export type RotatedKey = {
  keyId: string
  apiKey: string
  expiresAt: Date | null
  oldKeyId: string
  oldKeyExpiresAt: Date
}

/**
 * Issues a new key for the same merchant, with the old key's name and limits. The new key also expires when the old
 * key would have expired, unless another expiry is given. The old key keeps working until the grace period ends.
 */
export async function rotateApiKey(
  context: KycContext,
  input: WhichKey & { graceSeconds: number; expiresInSeconds?: number | null },
  by: ChangedBy,
): Promise<RotatedKey> {
  const { graceSeconds, expiresInSeconds } = input
  if (!Number.isSafeInteger(graceSeconds) || graceSeconds < 0) {
    throw new InputError('grace', 'must be a whole number of seconds, 0 or more')
  }
  const now = context.clock.now()
  return await changeKey(context, input, by, async (db, old) => {
    requireLive(old, now)
    const limits = checkedLimits(expiresInSeconds === undefined ? {} : { expiresInSeconds }, now, old)
    const latest = new Date(now + graceSeconds * 1000)
    const oldKeyExpiresAt = old.expiresAt !== null && old.expiresAt < latest ? old.expiresAt : latest
    // Rejects a key whose row has a wrong MAC. Otherwise, the new key would have the rights of the changed row.
    if (!(await setLimits(context, db, old.keyId, { ...old, expiresAt: oldKeyExpiresAt })))
      throw new InputError('key id', 'is not known')
    await requireRoomForKey(context, db, old.merchantId)
    const { keyId, apiKey } = await issueApiKey(context, db, old.merchantId, limits)
    const detail = { newKey: keyId, graceSeconds, ...logged(limits) }
    return {
      result: { keyId, apiKey, expiresAt: limits.expiresAt, oldKeyId: old.keyId, oldKeyExpiresAt },
      log: { action: 'key.rotated', target: old.keyId, detail },
    }
  })
}

/** Revokes a key immediately. Has no effect if the key is already revoked. */
export async function revokeApiKey(
  context: KycContext,
  which: WhichKey,
  by: ChangedBy,
): Promise<{ keyId: string; revokedAt: Date }> {
  return await changeKey(context, which, by, async (db, { keyId, merchantId, revokedAt }) => {
    if (revokedAt !== null) return { result: { keyId, revokedAt } }
    const now = new Date(context.clock.now())
    await markRevoked(db, keyId, now)
    await recordEvent(db, { merchantId }, keyEvent('key.revoked', keyId, now))
    return { result: { keyId, revokedAt: now }, log: { action: 'key.revoked', target: keyId } }
  })
}
