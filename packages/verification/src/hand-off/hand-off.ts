import { randomBytes } from 'node:crypto'
import { UserError, type Vault } from '@touchstone/common'
import { loadJourney } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { otherStep } from '../other-step.ts'
import { noteFor, sendSoon } from '../people/notify.ts'
import { proofOf } from '../people/proof-of.ts'
import { stepOf } from '../pipeline/step-of.ts'
import { bearerHash, newBearer } from '../sessions/bearer.ts'
import { networkHashOf } from '../sessions/network-hash.ts'
import type { Session } from '../sessions/session.ts'
import { closePhonesOf, insertPhoneSession, selectSession } from '../sessions/session-store.ts'
import {
  agreeToClaim,
  claimByCode,
  confirmClaim,
  endHandOffsOf,
  insertHandOff,
  selectHandOffOf,
  selectHandOffOfPhone,
  updateClaim,
} from './hand-off-store.ts'
import { isForPhone } from './phone-stages.ts'

const lifetimeMs = 5 * 60_000

/**
 * Creates a hand-off for the part of the journey that a phone can do. Ends an earlier hand-off and its phone
 * session.
 */
export async function offerHandOff(context: VerificationContext, session: Session): Promise<{ url: string }> {
  const { clock, vault } = context
  if (session.role !== 'own' || session.journeyId === null) throw otherStep()
  const { stage } = await stepOf(context, { ...session, journeyId: session.journeyId })
  if (!(await isForPhone(context, { ...session, journeyId: session.journeyId }, stage))) throw otherStep()
  const code = randomBytes(32).toString('base64url')
  const now = clock.now()
  await journeyTablesOf(context)
    .transaction()
    .execute(async (db) => {
      const at = new Date(now)
      await endHandOffsOf(db, session.id, at)
      await closePhonesOf(db, session.id, at)
      const expiresAt = new Date(now + lifetimeMs)
      await insertHandOff(db, { sessionId: session.id, codeHash: codeHash(vault, code), at, expiresAt })
    })
  // The secret is in the URL fragment, which browsers do not send to servers.
  return { url: `${context.publicUrl()}/phone#${code}` }
}

/**
 * Creates an inactive session for the phone that opened the link. The phone's holder must agree, and the user
 * must confirm the phone on the first screen.
 */
export async function claimHandOff(
  context: VerificationContext,
  input: { code: string; ip?: string },
): Promise<{ session: Session; bearer: string }> {
  const { clock, vault } = context
  const bearer = newBearer()
  return await journeyTablesOf(context)
    .transaction()
    .execute(async (db) => {
      const at = new Date(clock.now())
      const claimed = await claimByCode(db, codeHash(vault, input.code), at)
      if (!claimed) throw overHandOff()
      const parent = await selectSession(db, claimed.sessionId)
      if (parent.closedAt) throw overHandOff()
      const networkHash = input.ip === undefined ? null : networkHashOf(vault, input.ip)
      const phone = { bearerHash: bearerHash(vault, bearer), networkHash, at }
      const session = await insertPhoneSession(db, parent, phone)
      const digits = digitsOf(vault, input.code, bearer)
      await updateClaim(db, claimed.id, { phoneSessionId: session.id, digits })
      return { session, bearer }
    })
}

/** Records whether the user confirmed that both screens show the same digits. */
export async function confirmHandOff(
  context: VerificationContext,
  session: Session,
  input: { matches: boolean },
): Promise<void> {
  if (!input.matches) return await cancelHandOff(context, session)
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now())
  const handOff = session.role === 'own' ? await selectHandOffOf(db, session.id, at) : undefined
  if (!handOff?.claimedAt || !(await confirmClaim(db, handOff.id, at))) throw otherStep()
  const loaded = session.journeyId === null ? undefined : await loadJourney(context.kyc, session.journeyId)
  if (!loaded || (await proofOf(context, loaded.journey, session)) !== 'none') return
  await noteFor(context, db, { personId: loaded.journey.personId, kind: 'hand-off', session })
  await sendSoon(context)
}

/**
 * Records whether the phone's holder agrees to continue on the phone. Without this agreement, a person could
 * be sent a link and show their face or document in a verification that somebody else has started.
 */
export async function answerHandOff(
  context: VerificationContext,
  session: Session,
  input: { agrees: boolean },
): Promise<void> {
  const db = journeyTablesOf(context)
  const at = new Date(context.clock.now())
  const handOff = session.role === 'phone' ? await selectHandOffOfPhone(db, session.id) : undefined
  if (!handOff) throw otherStep()
  if (!input.agrees) {
    if (handOff.agreedAt) throw otherStep()
    return await endHandOffsOf(db, handOff.sessionId, at)
  }
  if (!(await agreeToClaim(db, handOff.id, at))) throw overHandOff()
}

export async function cancelHandOff(context: VerificationContext, session: Session): Promise<void> {
  if (session.role !== 'own') throw otherStep()
  await journeyTablesOf(context)
    .transaction()
    .execute(async (db) => {
      const at = new Date(context.clock.now())
      await endHandOffsOf(db, session.id, at)
      await closePhonesOf(db, session.id, at)
    })
}

function codeHash(vault: Vault, code: string): Buffer {
  return vault.fingerprint('hand-off', code)
}

/** Derives the digits from both secrets, so that a phone that claimed another link shows different digits. */
function digitsOf(vault: Vault, code: string, bearer: string): string {
  const hash = vault.fingerprint('hand-off-digits', `${code}\0${bearer}`)
  return String(hash.readUIntBE(0, 6) % 10_000).padStart(4, '0')
}

function overHandOff(): UserError {
  return new UserError({
    code: 'hand-off.over',
    message: 'This link has already been used or has expired.',
    remedy: 'Create a new link on the screen that showed this one.',
  })
}
