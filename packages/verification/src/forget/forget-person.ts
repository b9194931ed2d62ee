import { randomBytes } from 'node:crypto'
import { OperatorError } from '@touchstone/common'
import type { ForgetReceipt } from '@touchstone/contract'
import { forgetLogin, loadJourney, showUser, tokensOfPerson } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { insertHandle, selectHandlesOf } from '../people/credential-store.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { selectPersonsJourneys } from '../people/person-journeys-store.ts'
import { otherStep } from '../pipeline/take-step.ts'
import { anonymiseReviews } from '../review/review-store.ts'
import type { Session } from '../sessions/session.ts'
import { receiptOf } from './receipt.ts'
import {
  deletePersonalData,
  insertReceipt,
  type ReceiptRow,
  selectReceipt,
  selectReceiptOf,
  updateReceipt,
} from './receipt-store.ts'

/** The name of the background work that burns what is left on chains. */
export const forgetJob = 'forget'

/** The person asks for it, on the page. */
export async function forgetPerson(context: VerificationContext, session: Session): Promise<void> {
  if (session.journeyId === null) throw otherStep()
  const loaded = await loadJourney(context.kyc, session.journeyId)
  if (!loaded) throw otherStep()
  await forget(context, loaded.journey.personId, loaded.journey.svcId, 'user')
}

/** An operator does it for a person who asked. `user` is a svcId, a login or an account. */
export async function forgetUser(
  context: VerificationContext,
  { user }: { user: string },
): Promise<ForgetReceipt[]> {
  const receipts: ForgetReceipt[] = []
  for (const person of await showUser(context.kyc, { user, reveal: false })) {
    const journeyId = person.journeys[0]?.journeyId
    const loaded = journeyId === undefined ? undefined : await loadJourney(context.kyc, journeyId)
    if (!loaded) continue
    await forget(context, loaded.journey.personId, person.svcId, 'operator')
    const row = await selectReceiptOf(journeyTablesOf(context), loaded.journey.personId)
    if (row) receipts.push(receiptOf(row))
  }
  if (receipts.length > 0) return receipts
  throw new OperatorError({
    code: 'user.unknown',
    message: 'Nobody is known by that.',
    remedy: 'Give the svcId, the login, or an account of the person.',
  })
}

/** Removes what could name a person, at once, and asks for the tokens to be burnt. */
export async function forget(
  context: VerificationContext,
  personId: number,
  svcId: string,
  actor: string,
): Promise<void> {
  const db = journeyTablesOf(context)
  const now = new Date(context.clock.now())
  const known = await tokensOfPerson(context.kyc, personId)
  const distinct = new Map(
    known.map(({ chainId, tokenId }) => [`${chainId}:${tokenId}`, { chainId, tokenId }]),
  )
  const tokens = [...distinct.values()].map((token) => ({ ...token, burnt: false }))
  const receiptId = randomBytes(12).toString('hex')
  await insertReceipt(db, { receiptId, personId, actor, tokens, at: now })
  const receipt = await selectReceiptOf(db, personId)
  if (!receipt || receipt.completedAt) return
  await context.jobs.send(forgetJob, { receiptId: receipt.receiptId }, { afterSeconds: 1 })
  await removeData(context, receipt, svcId)
}

/** What is in the store, at once: the face first, then everything that could name the person, as one. */
async function removeData(
  context: VerificationContext,
  { receiptId, personId }: ReceiptRow,
  svcId: string,
): Promise<void> {
  const db = journeyTablesOf(context)
  const gallery = await context.trades.gallery()
  const faceprints = await gallery.remove(faceprintName(context.vault, svcId))
  if (faceprints > 0) await updateReceipt(db, receiptId, { faceprints })
  const journeyIds = await selectPersonsJourneys(db, personId)
  const at = new Date(context.clock.now())
  const { accounts, journeys } = await forgetLogin(context.kyc, personId, async (tables) => {
    const own = tables as unknown as VerificationDb
    for (const { handle, programId } of await selectHandlesOf(own, personId))
      await insertHandle(own, { handle, programId, at })
    await anonymiseReviews(own, journeyIds)
    await deletePersonalData(own, personId, journeyIds, at)
  })
  if (accounts > 0) await updateReceipt(db, receiptId, { accounts, journeys })
}

/** Burns what is still on chains, and closes the receipt. Runs again until it is done. */
export async function finishForgetting(context: VerificationContext, receiptId: string): Promise<void> {
  const db = journeyTablesOf(context)
  const receipt = await selectReceipt(db, receiptId)
  if (!receipt || receipt.completedAt) return
  const [journeyId] = await selectPersonsJourneys(db, receipt.personId)
  const loaded = journeyId === undefined ? undefined : await loadJourney(context.kyc, journeyId)
  if (loaded) await removeData(context, receipt, loaded.journey.svcId)
  const { tokens } = receipt
  for (const token of tokens) {
    if (token.burnt) continue
    const minter = await context.chains.minter(token.chainId)
    await minter.burn({ tokenId: BigInt(token.tokenId) })
    token.burnt = true
    await updateReceipt(db, receiptId, { tokens })
  }
  await updateReceipt(db, receiptId, { completedAt: new Date(context.clock.now()) })
}
