import { selectSvcId, tablesOf } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { sendSuspension, suspensionJob } from '../people/ask-request.ts'
import { everyToken } from '../people/every-token.ts'
import { selectUsableIssued } from '../people/issued-credential-store.ts'
import { selectLatestRequest, selectWaitingPeople } from '../people/person-request-store.ts'
import { lockPerson } from './merchant-ending-store.ts'
import { handleEnding } from './order-revocation.ts'
import { selectRegisteredPrograms } from './program-on-chain-store.ts'
import {
  liftSuspensions,
  type Suspendable,
  type Suspension,
  selectOpenSuspensions,
  selectSuspendedPeople,
  updateSuspension,
  upsertSuspensions,
} from './suspension-store.ts'

const hourMs = 3_600_000

/**
 * How long contracts suspend a person unless the service extends the suspension. It covers the waiting time of
 * a request. If the transaction that ends the suspension is lost, approvals are valid again after this time.
 */
const suspendedForMs = 72 * hourMs

/** A suspension is extended when less than this time is left, for example after an objection. */
const extendedBeforeMs = 24 * hourMs

/** The number of transactions that one job requests concurrently. */
const atOnce = 50

/**
 * Brings a person's suspension on chains in line with the store: suspends the person's tokens and credentials
 * while a request is open, and ends the suspension after the request. Only requests the transactions, and
 * does not wait for a chain. Idempotent: an interrupted call can be repeated, and concurrent calls, whose
 * transactions can be included in any order, have the same result.
 */
export async function applySuspension(
  context: VerificationContext,
  { personId }: { personId: number },
): Promise<void> {
  await order(context, personId, await tokensOf(context, personId))
  const db = journeyTablesOf(context)
  const open = await selectOpenSuspensions(db, personId, new Date(context.clock.now()))
  const failures: unknown[] = []
  for (let from = 0; from < open.length; from += atOnce) {
    const results = await Promise.allSettled(
      open.slice(from, from + atOnce).map((suspension) => request(context, suspension)),
    )
    for (const result of results) if (result.status === 'rejected') failures.push(result.reason)
  }
  if (failures.length > 0) throw failures[0]
}

/** Requests the job for a person whose credentials the caller's transaction stores. */
export function suspendAfterCommit(context: VerificationContext, personId: number): void {
  const options = { key: String(personId), afterSeconds: 1 }
  context.jobs.send(suspensionJob, { personId }, options).catch((error: unknown) => {
    const reason = (error as Error).message
    context.logger.warn({ reason }, 'the job for a suspension could not be requested')
  })
}

/**
 * Requests the job for every person whose request is open or whose suspension has not ended, because a job can
 * be lost, a transaction can fail, and suspensions have to be extended.
 */
export async function refreshSuspensions(context: VerificationContext): Promise<void> {
  const db = journeyTablesOf(context)
  const now = new Date(context.clock.now())
  const people = new Set([...(await selectWaitingPeople(db)), ...(await selectSuspendedPeople(db, now))])
  for (const personId of people) await sendSuspension(context, personId)
}

/**
 * Records what the contracts are to store. The person is locked, so that the end of a request and credentials
 * that are being issued are not missed.
 */
async function order(
  context: VerificationContext,
  personId: number,
  tokens: readonly Suspendable[],
): Promise<void> {
  const now = context.clock.now()
  const at = new Date(now)
  await journeyTablesOf(context)
    .transaction()
    .execute(async (db) => {
      await lockPerson(db, personId)
      const request = await selectLatestRequest(db, personId)
      if (!request) return
      if (request.outcome === null) {
        const what = [...tokens, ...(await handlesOf(db, personId))]
        const until = new Date(now + suspendedForMs)
        const renewedBefore = new Date(now + extendedBeforeMs)
        await upsertSuspensions(db, { personId, what, until, renewedBefore, at })
        return
      }
      // After an erasure, revocations replace the suspension.
      if (request.kind === 'move' || request.outcome === 'cancelled') await liftSuspensions(db, personId, at)
    })
}

async function handlesOf(db: VerificationDb, personId: number): Promise<Suspendable[]> {
  const programs = await selectRegisteredPrograms(db)
  const credentials = await selectUsableIssued(db, personId)
  return credentials.flatMap((id) =>
    programs.map((program) => ({ ...handleEnding(id, program), kind: 'handle' as const })),
  )
}

async function tokensOf(context: VerificationContext, personId: number): Promise<Suspendable[]> {
  const svcId = await selectSvcId(tablesOf(context.kyc), personId)
  const tokens = await everyToken(context, { personId, svcId, waits: false })
  return tokens.map(({ chainId, tokenId }) => ({ chainId, kind: 'token', cooperator: '', what: tokenId }))
}

/** Requests a transaction in the journal, or records that it is final. */
async function request(context: VerificationContext, suspension: Suspension): Promise<void> {
  const { chainId, kind, what, until, changeNo } = suspension
  const minter = await context.chains.minter(chainId)
  const call = {
    ...{ kind, what: BigInt(what), order: changeNo },
    until: until ? Math.floor(until.getTime() / 1000) : 0,
  }
  const { job } = await minter.requestSuspension(call, { again: true })
  if (job.status === 'final') await updateSuspension(journeyTablesOf(context), suspension)
}
