import { randomBytes } from 'node:crypto'
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
  setExpiry,
} from './api-key-store.ts'
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
): Promise<{ keyId: string; apiKey: string }> {
  const keyId = randomBytes(4).toString('hex')
  const apiKey = `${keyId}.${randomBytes(16).toString('hex')}`
  const createdAt = new Date(context.clock.now())
  const fingerprint = context.vault.fingerprint(apiKeyPurpose, apiKey)
  await insertApiKey(context, db, { keyId, merchantId, fingerprint, createdAt })
  await recordEvent(db, { merchantId }, keyEvent('key.created', keyId, createdAt))
  return { keyId, apiKey }
}

const keyEvent = (type: 'key.created' | 'key.revoked', keyId: string, at: Date) => ({
  ...{ type, subject: `key:${keyId}`, data: { keyId }, at },
})

export async function addApiKey(
  context: KycContext,
  input: { mchNo: string },
  by: ChangedBy,
): Promise<{ keyId: string; apiKey: string }> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchant = await selectMerchantByNo(db, input.mchNo)
      if (!merchant) throw new InputError('merchant', 'is not known')
      await requireRoomForKey(context, db, merchant.id)
      const key = await issueApiKey(context, db, merchant.id)
      await bumpAccessVersion(db)
      const at = new Date(context.clock.now())
      const entry = { merchantId: merchant.id, action: 'key.added', target: key.keyId, detail: {}, at }
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
    keyId: key.keyId,
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

export type RotatedKey = { keyId: string; apiKey: string; oldKeyId: string; oldKeyExpiresAt: Date }

/** Issues a new key for the same merchant. The old key keeps working until the grace period ends. */
export async function rotateApiKey(
  context: KycContext,
  input: WhichKey & { graceSeconds: number },
  by: ChangedBy,
): Promise<RotatedKey> {
  const { graceSeconds } = input
  if (!Number.isSafeInteger(graceSeconds) || graceSeconds < 0) {
    throw new InputError('grace', 'must be a whole number of seconds, 0 or more')
  }
  const now = context.clock.now()
  return await changeKey(context, input, by, async (db, old) => {
    if (old.revokedAt !== null) throw new InputError('key id', 'belongs to a revoked key')
    if (old.expiresAt !== null && old.expiresAt.getTime() <= now) {
      throw new InputError('key id', 'belongs to an expired key')
    }
    const latest = new Date(now + graceSeconds * 1000)
    const oldKeyExpiresAt = old.expiresAt !== null && old.expiresAt < latest ? old.expiresAt : latest
    // Rejects a key whose row has a wrong MAC. Otherwise, the new key would have the rights of the changed row.
    if (!(await setExpiry(context, db, old.keyId, oldKeyExpiresAt)))
      throw new InputError('key id', 'is not known')
    await requireRoomForKey(context, db, old.merchantId)
    const { keyId, apiKey } = await issueApiKey(context, db, old.merchantId)
    return {
      result: { keyId, apiKey, oldKeyId: old.keyId, oldKeyExpiresAt },
      log: { action: 'key.rotated', target: old.keyId, detail: { newKey: keyId, graceSeconds } },
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
