import type { ProgramKind } from '@touchstone/contract'
import { defaultBucketCapacity, type KycContext, type KycDb } from '../context.ts'
import { type JourneyMoment, recordJourneyEvents } from '../events/record-event.ts'
import type { Program } from '../programs/program-store.ts'
import { selectAccountById } from './account-store.ts'
import { type Granted, grantTo, recordOnChain, type Share, shareOfRow } from './grant-account.ts'
import {
  insertDecision,
  insertJournal,
  insertJourney,
  type JournalEntry,
  type Journey,
  openBucketIfFull,
  type ProgramTotal,
  updateCounters,
  updateJourney,
  upsertToken,
} from './journey-store.ts'
import type { Person } from './person-store.ts'
import { countMeid, countParticipant, countVerified } from './rollup-store.ts'
import { statusesOf } from './statuses.ts'

export type Decision = { check: string; passed: boolean; checker: string; evidenceHash: Uint8Array }

export type Move = {
  to: string
  /** The actor: `user`, `server`, `operator` or `demo`. Must not be a name or an address. */
  actor: string
  reasonCode?: string
  evidenceHash?: Uint8Array
  decisions?: readonly Decision[]
  token?: { chainId: string; tokenId: string }
  /** The account to which the result is granted when a journey passes. Defaults to the journey's account. */
  share?: Share
}

/**
 * Writes a move that has already been checked: first the journal entry, then all data derived from the
 * journal.
 */
export async function recordMove(
  db: KycDb,
  context: Pick<KycContext, 'vault' | 'clock' | 'bucketCapacity'>,
  input: {
    program: Program
    total: ProgramTotal
    person: Person
    journey: Journey | undefined
    move: Move
    now: number
  },
): Promise<{ journeyId: number; status: string; seq: number }> {
  const { program, total, person, journey, move } = input
  const statuses = statusesOf(program)
  // Times never decrease within a program, even if the clocks of the nodes differ slightly.
  const at = new Date(Math.max(input.now, total.lastActivityAt.getTime()))
  const bucket = await openBucketIfFull(db, total, at, context.bucketCapacity ?? defaultBucketCapacity)

  const verdicts = Object.fromEntries((move.decisions ?? []).map(({ check, passed }) => [check, passed]))
  const journeyId =
    journey?.id ??
    (await insertJourney(db, {
      programId: program.id,
      personId: person.id,
      svcId: person.svcId,
      ssiWallet: person.ssiWallet,
      status: move.to,
      verdicts,
      at,
      bucket,
      version: program.version,
    }))
  const startsOver = journey !== undefined && move.to === statuses.steps[0]
  const entry: JournalEntry = {
    journeyId,
    seq: (journey?.seq ?? 0) + 1,
    attempt: (journey?.attempt ?? 1) + (startsOver ? 1 : 0),
    fromStatus: journey?.status ?? null,
    toStatus: move.to,
    actor: move.actor,
    reasonCode: move.reasonCode ?? null,
    evidenceHash: move.evidenceHash ?? null,
    at,
    version: program.version,
  }
  await insertJournal(db, entry)

  const completes = move.to === statuses.passed
  if (journey) {
    const mintsToken = move.to === 'SBT Minted'
    await updateJourney(db, entry, { bucket, startsOver, mintsToken, completes, verdicts })
  }
  await updateCounters(db, {
    programId: program.id,
    // A withdrawn journey is not in the users list. It returns to the list when the person starts over.
    fromBucket: journey && !journey.withdrawnAt ? journey.bucket : null,
    toBucket: bucket,
    at,
  })
  for (const decision of move.decisions ?? []) {
    await insertDecision(db, { journeyId, seq: entry.seq, attempt: entry.attempt, ...decision, at })
  }
  if (move.token) await upsertToken(db, { journeyId, ...move.token, at })
  if (move.to === 'OnChain Minted' && journey?.accountId) {
    const account = await selectAccountById(db, journey.accountId)
    const bySelf = program.mintMode === 'on-chain-transactional'
    if (account) await recordOnChain(db, { account, at, bySelf })
  }
  let granted: Granted | undefined
  if (completes && journey) {
    const { accountId } = journey
    const share = move.share ?? (accountId === null ? undefined : await shareOfRow(context, db, accountId))
    if (share) granted = await grantTo(db, context, { journey, program, actor: move.actor, share, at })
  }

  const moments: JourneyMoment[] = [
    ...(journey === undefined || startsOver ? (['started'] as const) : []),
    // A test program has the same events, although nothing is minted.
    ...(move.to.endsWith(' Minted') ? (['token_minted'] as const) : []),
    ...(completes ? (['passed'] as const) : []),
    ...(move.to === statuses.failed ? (['failed'] as const) : []),
    ...(granted?.moments ?? []),
  ]
  const of = { program, journeyId, status: move.to, at, accountId: granted?.accountId }
  await recordJourneyEvents(db, of, moments)

  const moment = { merchantId: program.merchantId, personId: person.id, at }
  // People of test programs never count.
  const counts = (kind: ProgramKind) => program.kind === kind && !program.test
  if (counts('KYC') && !journey) await countParticipant(db, moment)
  if (counts('KYC') && completes) await countVerified(db, moment)
  if (counts('MeID') && completes) await countMeid(db, moment)
  return { journeyId, status: move.to, seq: entry.seq }
}
