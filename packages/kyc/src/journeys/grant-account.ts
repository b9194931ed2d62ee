import { retryOnConflict } from '@touchstone/storage'
import { defaultBucketCapacity, type KycContext, type KycDb, tablesOf } from '../context.ts'
import { type JourneyMoment, recordJourneyEvents } from '../events/record-event.ts'
import { InputError } from '../input-error.ts'
import { type Program, selectProgramOf } from '../programs/program-store.ts'
import { accountColumn } from '../sealed-columns.ts'
import type { AccountInput } from './account.ts'
import { insertAccountEvent, type JourneyAccount, selectAccountById, updateAccount } from './account-store.ts'
import { type Agreement, rowOf } from './agree-account.ts'
import { type Journey, listAgain, lockProgramTotal, selectJourney } from './journey-store.ts'
import { bindMeid } from './meid-binding.ts'
import { statusesOf } from './statuses.ts'

/** The account to which a result is granted, and the evidence of the person's consent. */
export type Share = Agreement & {
  /** Moves the binding from the previously bound account (MeID only). */
  moves?: boolean
  evidenceHash?: Uint8Array
}

/** Records the person's consent before the merchant's chain has confirmed the grant. */
export async function recordConsent(
  context: KycContext,
  input: Share & { journeyId: number; actor: string },
): Promise<JourneyAccount> {
  return await retryOnConflict(() =>
    tablesOf(context)
      .transaction()
      .execute(async (db) => {
        const { journey, program } = await journeyAndProgram(db, input.journeyId)
        const row = await rowOf(db, context, { ...input, journey, program })
        const at = new Date(context.clock.now())
        // Keep a revoked grant revoked until the chain has recorded the account again.
        const isGranted = row.grantedAt !== null && row.revokedAt === null
        const grantedAt = isGranted ? row.grantedAt : null
        await updateAccount(db, row.id, { consented_at: at, granted_at: grantedAt, revoked_at: null })
        const { actor, evidenceHash } = input
        const event = { journeyId: journey.id, accountId: row.id, event: 'consented' as const, actor, at }
        await insertAccountEvent(db, { ...event, ...(evidenceHash && { evidenceHash }) })
        return { ...row, consentedAt: at, grantedAt, revokedAt: null }
      }),
  )
}

/**
 * Records that the account is on the merchant's chain. `bySelf` means that the account sent the transaction
 * itself, which proves who owns it.
 */
export async function recordOnChain(
  db: KycDb,
  input: { account: JourneyAccount; at: Date; bySelf?: boolean },
): Promise<void> {
  const { account, at, bySelf = false } = input
  const { id: accountId, journeyId } = account
  const isNews = bySelf && !account.provenAt
  await updateAccount(db, accountId, { on_chain_at: at, ...(isNews && { proven_at: at }) })
  if (isNews) await insertAccountEvent(db, { journeyId, accountId, event: 'proven', actor: 'user', at })
}

/** Shares a result with another account of the same person. */
export async function grantAccount(
  context: KycContext,
  input: Share & { journeyId: number; actor: string },
): Promise<void> {
  await retryOnConflict(() =>
    tablesOf(context)
      .transaction()
      .execute(async (db) => {
        const { journey, program } = await journeyAndProgram(db, input.journeyId)
        if (journey.status !== statusesOf(program).passed) throw new InputError('journey', 'is not complete')
        const total = await lockProgramTotal(db, program.id)
        const granted = await grantTo(db, context, { journey, program, actor: input.actor, share: input })
        if (granted) {
          const at = new Date(context.clock.now())
          const { accountId, moments } = granted
          const of = { program, journeyId: journey.id, status: journey.status, at, accountId }
          await recordJourneyEvents(db, of, moments)
        }
        if (journey.withdrawnAt === null) return
        const capacity = context.bucketCapacity ?? defaultBucketCapacity
        await listAgain(db, { journeyId: journey.id, total, now: context.clock.now(), capacity })
      }),
  )
}

export type Granted = { accountId: number; moments: readonly JourneyMoment[] }

/**
 * Grants the result to one account within a transaction. For MeID, also ends the previous grant. Returns the
 * events to record, or undefined if the account already has the grant.
 */
export async function grantTo(
  db: KycDb,
  context: Pick<KycContext, 'vault' | 'clock'>,
  input: {
    journey: Pick<Journey, 'id' | 'personId'>
    program: Program
    actor: string
    share: Share
    at?: Date
  },
): Promise<Granted | undefined> {
  const { journey, program, actor, share } = input
  const at = input.at ?? new Date(context.clock.now())
  const row = await rowOf(db, context, { ...share, actor, journey, program })
  if (row.grantedAt && !row.revokedAt) return undefined
  const moments: JourneyMoment[] = ['shared']
  if (program.kind === 'MeID') {
    const isMoved = await bindMeid(db, {
      merchantId: program.merchantId,
      personId: journey.personId,
      fingerprint: row.fingerprint,
      moves: share.moves ?? false,
      actor,
      at,
    })
    moments.push(isMoved ? 'moved' : 'bound')
  }
  await updateAccount(db, row.id, {
    granted_at: at,
    revoked_at: null,
    ...(!row.consentedAt && { consented_at: at }),
  })
  const { evidenceHash } = share
  const event = { journeyId: journey.id, accountId: row.id, event: 'granted' as const, actor, at }
  await insertAccountEvent(db, { ...event, ...(evidenceHash && { evidenceHash }) })
  return { accountId: row.id, moments }
}

/** Restores the share from the row that was written when the person consented. */
export async function shareOfRow(
  context: Pick<KycContext, 'vault'>,
  db: KycDb,
  accountId: number,
): Promise<Share | undefined> {
  const row = await selectAccountById(db, accountId)
  return row && { account: accountInputOf(context, row) }
}

export function accountInputOf({ vault }: Pick<KycContext, 'vault'>, row: JourneyAccount): AccountInput {
  const value = vault.open(row.sealed, accountColumn.at(row.journeyId, row.fingerprint))
  return row.kind === 'wallet' ? { kind: 'wallet', chainId: row.chainId, value } : { kind: row.kind, value }
}

async function journeyAndProgram(
  db: KycDb,
  journeyId: number,
): Promise<{ journey: Journey; program: Program }> {
  const journey = await selectJourney(db, journeyId)
  if (!journey) throw new InputError('journey', 'is not known')
  return { journey, program: await selectProgramOf(db, journey) }
}
