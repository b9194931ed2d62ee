import { dayOf } from '@touchstone/credential'
import { expireResult, type KycDb, moveJourney, StaleJourneyError, statusesOf } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { forget } from '../forget/forget-person.ts'
import { endedStatuses } from '../journey/ended-statuses.ts'
import { loadState } from '../journey/load-state.ts'
import { updateVerification } from '../journey/verification-store.ts'
import { updateRevoked } from '../people/credential-store.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { heldCredentials } from '../people/held-credential.ts'
import { upsertPersonFile } from '../people/person-file-store.ts'
import { retention } from '../people/retention.ts'
import { selectExpired, selectPeopleWithExpired, selectResultsOf } from '../revocation/expired-store.ts'
import { revocationJob } from '../revocation/finish-revocation.ts'
import { orderRevocation } from '../revocation/order-revocation.ts'
import { batch, selectAbandoned, selectExpiredTests, selectLongGone, selectOverdue } from './expiry-store.ts'

/** For each kind of credential, the kind of program whose results are based on it. */
const programKinds = { personhood: 'MeID', kyc: 'KYC', address: 'PoA', investor: 'PoAI' } as const

/**
 * Ends the results that are based on an expired credential, both in the store and on the chains. The person
 * can verify again.
 */
async function expireCredentials(context: VerificationContext, personId: number): Promise<void> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  const today = dayOf(now)
  const expired = await selectExpired(db, { personId, today })
  const results = new Set<number>()
  for (const { kind, merchantId } of expired) {
    const kinds = [programKinds[kind as keyof typeof programKinds]]
    for (const id of await selectResultsOf(db, { personId, merchantId, kinds })) results.add(id)
  }
  const journeyIds = [...results]
  const order = orderRevocation(context, {
    ...{ personId, reason: 'expired', journeyIds, expiredBefore: today },
    // The token represents the credentials that are still valid. If there are none, the token is burned.
    burns: (await heldCredentials(context, personId, 'all')).length === 0,
  })
  const revocationId = await db.transaction().execute(async (tables) => {
    const ordered = await order(tables)
    await updateRevoked(tables, personId, new Date(now), today)
    for (const journeyId of journeyIds)
      await expireResult(tables as unknown as KycDb, journeyId, new Date(now))
    return ordered
  })
  if (revocationId !== undefined) await context.jobs.send(revocationJob, { revocationId })
}

const dayMs = 86_400_000

/**
 * Deletes data whose announced retention period has ended. Runs every day. An interrupted run can be
 * repeated.
 */
export async function expirePeople(
  context: VerificationContext,
): Promise<{ abandoned: number; expired: number; cleared: number; forgotten: number }> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  const before = (days: number) => new Date(now - days * dayMs)

  const abandoned = await eachOf(
    () => selectAbandoned(db, before(retention.abandonedDays), endedStatuses),
    async (journeyId) => {
      const { program, journey } = await loadState(context, journeyId)
      const move = { to: statusesOf(program).failed, actor: 'server', reasonCode: 'journey.abandoned' }
      // The grant is written to the merchant's chain before the person consents. Revoke it, because a person
      // who never consented must not pass the contract's check.
      const order = orderRevocation(context, {
        ...{ personId: journey.personId, merchantId: program.merchantId, journeyIds: [journeyId] },
        ...{ reason: 'abandoned', burns: false },
      })
      let revocationId: number | undefined
      const ended = moveJourney(context.kyc, { journeyId, ifSeq: journey.seq, ...move }, async (tables) => {
        const own = tables as unknown as VerificationDb
        const change = { draft_sealed: null, failure: null, proof_challenge: null, approval: null }
        await updateVerification(own, journeyId, change, new Date(now))
        revocationId = await order(own)
      })
      // Ignore a journey that the person resumed after it was selected, because it is not abandoned.
      await ended.catch((error: unknown) => {
        if (!(error instanceof StaleJourneyError)) throw error
        revocationId = undefined
      })
      if (revocationId !== undefined) await context.jobs.send(revocationJob, { revocationId })
    },
  )
  const expired = await eachOf(
    () => selectPeopleWithExpired(db, dayOf(now)),
    (personId) => expireCredentials(context, personId),
  )
  const idleSince = before(retention.abandonedDays)
  const cleared = await eachOf(
    () => selectOverdue(db, { today: dayOf(now), idleSince, ended: endedStatuses }),
    async ({ personId, svcId }) => {
      await (await context.checkers.gallery()).remove(faceprintName(context.vault, svcId))
      await upsertPersonFile(db, personId, { identity_sealed: null, cleared_at: new Date(now) })
    },
  )
  await (await context.checkers.gallery()).expire()
  const forgotten = await eachOf(
    () => selectLongGone(db, before(retention.resultDays)),
    ({ personId, svcId }) => forget(context, personId, svcId, 'server'),
  )
  return { abandoned, expired, cleared, forgotten }
}

/**
 * Ends the expired results of test programs. They have no credential whose end could be noticed. Runs every few
 * minutes, so that an integrator does not wait for the night.
 */
export async function expireTests(context: VerificationContext): Promise<number> {
  const db = journeyTablesOf(context)
  const now = context.clock.now()
  const yearAgo = new Date(now - retention.personDays * dayMs)
  return await eachOf(
    () => selectExpiredTests(db, yearAgo),
    (journeyId) =>
      db
        .transaction()
        .execute((tables) => expireResult(tables as unknown as KycDb, journeyId, new Date(now))),
  )
}

/**
 * Processes all rows in batches. After `work` has processed a row, the query must no longer select that row.
 */
async function eachOf<Row>(select: () => Promise<Row[]>, work: (row: Row) => Promise<void>): Promise<number> {
  for (let done = 0; ; ) {
    const rows = await select()
    for (const row of rows) await work(row)
    done += rows.length
    if (rows.length < batch) return done
  }
}
