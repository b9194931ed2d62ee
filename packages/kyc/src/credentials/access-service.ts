import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createNetworkList } from '@touchstone/common'
import { type ProgramKind, type Scope, ServiceError } from '@touchstone/contract'
import { LRUCache } from 'lru-cache'
import { type KycContext, tablesOf } from '../context.ts'
import { updateLastUsed } from '../merchants/api-key-store.ts'
import { apiKeyPurpose } from '../merchants/api-keys.ts'
import { type Merchant, selectAccessVersion } from '../merchants/merchant-store.ts'
import { plans } from '../merchants/plan.ts'
import { type Program, selectProgramsOf } from '../programs/program-store.ts'
import {
  type KeyOfMerchant,
  type MerchantWithPrograms,
  selectKey,
  selectMerchantNumbers,
  selectMerchantWithPrograms,
} from './access-store.ts'

export type Access = {
  readonly keyId: string
  readonly merchant: Merchant
  readonly programs: readonly Program[]
  readonly callsPerSecond: number
  /** Null for all scopes. */
  readonly scopes: readonly Scope[] | null
}

/** Returns whether the caller's key has the scope. */
export function permits({ scopes }: Pick<Access, 'scopes'>, scope: Scope | null): boolean {
  return scopes === null || (scope !== null && scopes.includes(scope))
}

/** A key that has been used, with its merchant's programs. */
type UsedKey = KeyOfMerchant & MerchantWithPrograms & { isAllowedFrom(ip: string | undefined): boolean }

/** Authenticates callers. Answers are cached until the store reports a change. */
export type AccessService = {
  /**
   * Throws `credentials` unless the key is an active key of the merchant and allows the caller's address. Neither the
   * error nor the number of queries depends on the reason.
   */
  identify(mchNo: string, apiKey: string, ip?: string): Promise<Access>
  /**
   * Returns the caller's program with the given number. Throws `programNotFound` if the merchant has no
   * program of the given kinds with this number.
   */
  programOf(access: Access, programNo: string, kinds: readonly ProgramKind[]): Promise<Program>
  /**
   * Returns a merchant for calls that need no key. Returns undefined for an unknown merchant and for a
   * merchant that was created less than half a second ago.
   */
  merchantByNo(mchNo: string): Promise<MerchantWithPrograms | undefined>
  /**
   * Returns the access that one of the merchant's keys would give, for a caller that was authorized in
   * another way. Throws `credentials` if the merchant has no access.
   */
  accessWithoutKey(mchNo: string, keyId: string): Promise<Access>
  /** Writes the collected last-used times to the store. */
  flushLastUsed(): Promise<void>
}

/**
 * Maximum age of a cached answer before the store's version is checked again. A revoked key stops working on
 * every node within this time, at the cost of one small query per interval.
 */
const believedForMs = 500

export function createAccessService(context: KycContext): AccessService {
  const { clock, vault, refusesDemo = false } = context
  const db = tablesOf(context)
  const keys = new LRUCache<string, UsedKey>({ max: 20_000 })
  const merchants = new LRUCache<string, MerchantWithPrograms>({ max: 20_000 })
  // Keys are cached under a hash that is salted per process. This hash is faster than the store's hash, and
  // the keys themselves are not kept in memory.
  const memorySalt = randomBytes(32).toString('base64')
  const lastUsed = new Map<string, number>()
  let numbers: Promise<ReadonlySet<string>> | undefined
  let knownVersion: number | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined

  const check = async () => {
    const askedAt = clock.now()
    const version = await selectAccessVersion(db)
    if (version !== knownVersion) {
      keys.clear()
      merchants.clear()
      numbers = undefined
      knownVersion = version
    }
    checkedAt = askedAt
  }

  const refresh = (): Promise<void> | undefined => {
    const age = clock.now() - checkedAt
    if (age >= 0 && age < believedForMs) return undefined
    checking ??= check().finally(() => {
      checking = undefined
    })
    return checking
  }

  /**
   * Cache a row only if no newer version appeared while the row was read. Otherwise, a revoked key could
   * remain cached.
   */
  const remember = async <Row extends object | undefined>(
    cache: LRUCache<string, NonNullable<Row>>,
    key: string,
    load: () => Promise<Row>,
  ): Promise<Row> => {
    const versionBefore = knownVersion
    const row = await load()
    if (row && versionBefore === knownVersion) cache.set(key, row)
    return row
  }

  /**
   * All merchant numbers. They are read again only when the store's version changes, so that requests with
   * nonexistent merchant numbers cause no queries.
   */
  const merchantNumbers = (): Promise<ReadonlySet<string>> => {
    if (numbers) return numbers
    const reading = selectMerchantNumbers(db)
    numbers = reading
    reading.catch(() => {
      if (numbers === reading) numbers = undefined
    })
    return reading
  }

  const merchantByNo = async (mchNo: string): Promise<MerchantWithPrograms | undefined> => {
    const stale = refresh()
    if (stale) await stale
    const known = merchants.get(mchNo)
    if (!known && !(await merchantNumbers()).has(mchNo)) return undefined
    const access =
      known ?? (await remember(merchants, mchNo, () => selectMerchantWithPrograms(context, db, mchNo)))
    return refusesDemo && access?.merchant.demo ? undefined : access
  }

  const findKey = async (apiKey: string): Promise<Omit<UsedKey, 'programs'> | undefined> => {
    const key = await selectKey(context, db, vault.fingerprint(apiKeyPurpose, apiKey))
    return key && { ...key, isAllowedFrom: key.networks ? createNetworkList(key.networks) : () => true }
  }

  return {
    merchantByNo,

    async identify(mchNo, apiKey, ip) {
      const stale = refresh()
      if (stale) await stale
      const memoryKey = hash('sha256', memorySalt + apiKey, 'base64')
      const now = clock.now()
      const isUsable = ({ expiresAt, merchant, isAllowedFrom }: Omit<UsedKey, 'programs'>) => {
        const belongs = sameText(merchant.mchNo, mchNo)
        const isOver = expiresAt !== null && expiresAt.getTime() <= now
        return belongs && !isOver && !(refusesDemo && merchant.demo) && isAllowedFrom(ip)
      }
      const load = async (): Promise<UsedKey> => {
        const found = await findKey(apiKey)
        if (!found || !isUsable(found)) throw new ServiceError('credentials')
        return { ...found, programs: await selectProgramsOf(db, found.merchant.id) }
      }
      // A call that is refused always makes the query of `findKey`, and no other. Otherwise, the time of the
      // response would reveal whether a stolen key is valid on another network.
      const known = keys.get(memoryKey)
      const access = known && isUsable(known) ? known : await remember(keys, memoryKey, load)
      lastUsed.set(access.keyId, now)
      return accessOf(access.keyId, access, access.scopes)
    },

    async programOf(access, programNo, kinds) {
      const known = access.programs.some((program) => program.programNo === programNo)
      // Query the store, because the cache might not contain a program that was just created.
      const programs = known ? access.programs : await selectProgramsOf(db, access.merchant.id)
      return findProgram(programs, programNo, kinds)
    },

    async accessWithoutKey(mchNo, keyId) {
      const access = await merchantByNo(mchNo)
      if (!access) throw new ServiceError('credentials')
      return accessOf(keyId, access, null)
    },

    async flushLastUsed() {
      const uses = new Map(lastUsed)
      lastUsed.clear()
      try {
        await updateLastUsed(db, uses)
      } catch (error) {
        // Keep the time for the next flush, unless the key has been used again in the meantime.
        for (const [keyId, time] of uses) if (!lastUsed.has(keyId)) lastUsed.set(keyId, time)
        throw error
      }
    },
  }
}

function accessOf(
  keyId: string,
  { merchant, programs }: MerchantWithPrograms,
  scopes: Access['scopes'],
): Access {
  const callsPerSecond = merchant.callsPerSecond ?? plans[merchant.plan]
  return { keyId, merchant, programs, callsPerSecond, scopes }
}

function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left.padEnd(64))
  const b = Buffer.from(right.slice(0, 64).padEnd(64))
  return a.length === b.length && timingSafeEqual(a, b) && left.length === right.length
}

/** Returns the merchant's program with the given number, if the operation supports the program's kind. */
function findProgram(
  programs: readonly Program[],
  programNo: string,
  kinds: readonly ProgramKind[],
): Program {
  const program = programs.find((candidate) => candidate.programNo === programNo)
  if (!program) throw new ServiceError('programNotFound')
  if (!kinds.includes(program.kind)) {
    throw new ServiceError('programNotFound', {
      detail: `is a ${program.kind} program, but this operation requires a ${kinds.join(' or ')} program`,
    })
  }
  return program
}
