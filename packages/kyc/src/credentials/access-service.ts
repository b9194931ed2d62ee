import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type ProgramKind, ServiceError } from '@touchstone/contract'
import { LRUCache } from 'lru-cache'
import { type KycContext, tablesOf } from '../context.ts'
import { updateLastUsed } from '../merchants/api-key-store.ts'
import { apiKeyPurpose } from '../merchants/api-keys.ts'
import { type Merchant, selectAccessVersion } from '../merchants/merchant-store.ts'
import { plans } from '../merchants/plan.ts'
import { type Program, selectProgramsOf } from '../programs/program-store.ts'
import {
  type KeyAccess,
  type MerchantWithPrograms,
  selectKeyAccess,
  selectMerchantNumbers,
  selectMerchantWithPrograms,
} from './access-store.ts'

export type Access = {
  readonly keyId: string
  readonly merchant: Merchant
  readonly programs: readonly Program[]
  readonly callsPerSecond: number
}

/** Knows who may call. Answers from memory while the store says that nothing has changed. */
export type AccessService = {
  /** Throws `credentials` for any pair that is not a live key of that merchant, whatever is wrong with it. */
  identify(mchNo: string, apiKey: string): Promise<Access>
  /** The caller's program of that number; throws `programNotFound` when the merchant has none of those kinds. */
  programOf(access: Access, programNo: string, kinds: readonly ProgramKind[]): Promise<Program>
  /** For questions that need no key; undefined for an unknown merchant, and for one that was made in the last half second. */
  merchantByNo(mchNo: string): Promise<MerchantWithPrograms | undefined>
  /**
   * What a key of the merchant would give, for somebody of whom is known otherwise that they may call for it. Throws
   * `credentials` for a merchant that has no access.
   */
  accessWithoutKey(mchNo: string, keyId: string): Promise<Access>
  /** Writes the collected last-used times to the store. */
  flushLastUsed(): Promise<void>
}

/**
 * How long an answer of the store is believed without asking it for its version again: what is revoked is dead
 * after this time on every node, and at most one small query per interval pays for it.
 */
const believedForMs = 500

export function createAccessService(context: KycContext): AccessService {
  const { clock, vault, refusesDemo = false } = context
  const db = tablesOf(context)
  const keys = new LRUCache<string, KeyAccess>({ max: 20_000 })
  const merchants = new LRUCache<string, MerchantWithPrograms>({ max: 20_000 })
  // Keys are remembered under a hash that only this process can make: quicker than the store's, and no key lies in memory.
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

  /** Keeps a row only if no newer version was seen while it was read: else a revoked key could stay. */
  const remember = async <Row extends object>(
    cache: LRUCache<string, Row>,
    key: string,
    load: () => Promise<Row | undefined>,
  ): Promise<Row | undefined> => {
    const versionBefore = knownVersion
    const row = await load()
    if (row && versionBefore === knownVersion) cache.set(key, row)
    return row
  }

  /** The numbers of all merchants, read once for each version: numbers that strangers make up cost no query. */
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
    const access = known ?? (await remember(merchants, mchNo, () => selectMerchantWithPrograms(db, mchNo)))
    return refusesDemo && access?.merchant.demo ? undefined : access
  }

  return {
    merchantByNo,

    async identify(mchNo, apiKey) {
      const stale = refresh()
      if (stale) await stale
      const memoryKey = hash('sha256', memorySalt + apiKey, 'base64')
      const access =
        keys.get(memoryKey) ??
        (await remember(keys, memoryKey, () => selectKeyAccess(db, vault.fingerprint(apiKeyPurpose, apiKey))))
      const now = clock.now()
      const expired = access?.expiresAt != null && access.expiresAt.getTime() <= now
      const belongs = sameText(access?.merchant.mchNo ?? '', mchNo)
      const isOff = refusesDemo && access?.merchant.demo === true
      if (!access || !belongs || expired || isOff) throw new ServiceError('credentials')
      lastUsed.set(access.keyId, now)
      return accessOf(access.keyId, access)
    },

    async programOf(access, programNo, kinds) {
      const known = access.programs.some((program) => program.programNo === programNo)
      // A program made a moment ago may not be in memory yet: the store has the last word on "not found".
      const programs = known ? access.programs : await selectProgramsOf(db, access.merchant.id)
      return findProgram(programs, programNo, kinds)
    },

    async accessWithoutKey(mchNo, keyId) {
      const access = await merchantByNo(mchNo)
      if (!access) throw new ServiceError('credentials')
      return accessOf(keyId, access)
    },

    async flushLastUsed() {
      const uses = new Map(lastUsed)
      lastUsed.clear()
      try {
        await updateLastUsed(db, uses)
      } catch (error) {
        // Kept for the next time; what was used again meanwhile is newer.
        for (const [keyId, time] of uses) if (!lastUsed.has(keyId)) lastUsed.set(keyId, time)
        throw error
      }
    },
  }
}

function accessOf(keyId: string, { merchant, programs }: MerchantWithPrograms): Access {
  return { keyId, merchant, programs, callsPerSecond: merchant.callsPerSecond ?? plans[merchant.plan] }
}

function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left.padEnd(64))
  const b = Buffer.from(right.slice(0, 64).padEnd(64))
  return a.length === b.length && timingSafeEqual(a, b) && left.length === right.length
}

/** The merchant's program of that number, if it is of a kind that the operation can answer for. */
function findProgram(
  programs: readonly Program[],
  programNo: string,
  kinds: readonly ProgramKind[],
): Program {
  const program = programs.find((candidate) => candidate.programNo === programNo)
  if (!program) throw new ServiceError('programNotFound')
  if (!kinds.includes(program.kind)) {
    throw new ServiceError('programNotFound', {
      detail: `it is a ${program.kind} program, and this operation answers for ${kinds.join(' and ')}`,
    })
  }
  return program
}
