import { randomBytes } from 'node:crypto'
import { OperatorError } from '@touchstone/common'
import type { ForgetReceipt } from '@touchstone/contract'
import {
  eraseFromCases,
  forgetLogin,
  IllegalMoveError,
  loadJourney,
  moveJourney,
  selectIsTest,
  showUser,
  statusesOf,
  tablesOf,
  tokensOfPerson,
} from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { endedStatuses } from '../journey/ended-statuses.ts'
import {
  deletePersonalData,
  insertReceipt,
  type ReceiptRow,
  selectReceipt,
  selectReceiptOf,
  updateReceipt,
} from '../journey/receipt-store.ts'
import { anonymiseOpinions } from '../journey/review-opinion-store.ts'
import { deletePictures } from '../journey/review-picture-store.ts'
import { anonymiseReviews } from '../journey/review-store.ts'
import { insertHandle, selectHandlesOf } from '../people/credential-store.ts'
import { everyToken, type TokenOnChain } from '../people/every-token.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { selectJourneysInProgress, selectPersonsJourneys } from '../people/person-journeys-store.ts'
import { finishRevocationsOf } from '../revocation/finish-revocation.ts'
import { orderRevocation } from '../revocation/order-revocation.ts'
import type { BurntToken } from '../tables.ts'
import { receiptOf } from './receipt.ts'
import { forgetJob } from './resume-forgetting.ts'

/** Erases people at the operator's request. `user` is a svcId, a login or an account. */
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
    message: 'No person has this svcId, login or account.',
    remedy: 'Enter the svcId, the login, or an account of the person.',
  })
}

/** Deletes all identifying data immediately and schedules a job that burns the tokens. */
export async function forget(
  context: VerificationContext,
  personId: number,
  svcId: string,
  actor: string,
): Promise<void> {
  const db = journeyTablesOf(context)
  const known = await tokensOfPerson(context.kyc, personId)
  const receiptId = randomBytes(12).toString('hex')
  const at = new Date(context.clock.now())
  await insertReceipt(db, { receiptId, personId, actor, tokens: withTokens([], known), at })
  const receipt = await selectReceiptOf(db, personId)
  if (!receipt || receipt.completedAt) return
  await context.jobs.send(forgetJob, { receiptId: receipt.receiptId }, { afterSeconds: 1 })
  await removeData(context, receipt, svcId)
}

/** Deletes the stored data: first the faceprint, then all other identifying data in a single transaction. */
async function removeData(
  context: VerificationContext,
  { receiptId, personId, actor }: ReceiptRow,
  svcId: string,
): Promise<void> {
  const db = journeyTablesOf(context)
  await endJourneys(context, personId, actor)
  const until = context.clock.now() + context.tombstoneDays * 86_400_000
  const { removed: faceprints, isKept } = (await selectIsTest(tablesOf(context.kyc), personId))
    ? { removed: 0, isKept: false }
    : await removeFaceprint(context, svcId, until)
  if (faceprints > 0)
    await updateReceipt(db, receiptId, { faceprints, ...(isKept && { faceKeptUntil: new Date(until) }) })
  // In its own transaction, because it writes to the audit logs of merchants, which stay locked until it ends.
  await eraseFromCases(context.kyc, svcId)
  const journeyIds = await selectPersonsJourneys(db, personId)
  const at = new Date(context.clock.now())
  // Keep the tokens that the receipt already lists.
  const order = orderRevocation(context, { personId, reason: 'forgotten', burns: false })
  const { accounts, journeys } = await forgetLogin(context.kyc, personId, async (tables) => {
    const own = tables as unknown as VerificationDb
    await order(own)
    for (const { handle, programId } of await selectHandlesOf(own, personId))
      await insertHandle(own, { handle, programId, at })
    await deletePictures(own, { journeyIds }, { reason: 'journey.forgotten', actor, at })
    await anonymiseReviews(own, journeyIds, at)
    await anonymiseOpinions(own, journeyIds)
    await deletePersonalData(own, personId, journeyIds, at)
  })
  if (accounts > 0) await updateReceipt(db, receiptId, { accounts, journeys })
}

async function removeFaceprint(
  context: VerificationContext,
  svcId: string,
  until: number,
): Promise<{ removed: number; isKept: boolean }> {
  const gallery = await context.checkers.gallery()
  const name = faceprintName(context.vault, svcId)
  if (context.tombstoneDays > 0) return await gallery.retire(name, until)
  return { removed: await gallery.remove(name), isKept: false }
}

/** Ends the journeys in progress, because merchants would otherwise wait for a result indefinitely. */
async function endJourneys(context: VerificationContext, personId: number, actor: string): Promise<void> {
  for (const journeyId of await selectJourneysInProgress(journeyTablesOf(context), personId, endedStatuses)) {
    const loaded = await loadJourney(context.kyc, journeyId)
    if (!loaded) continue
    const to = statusesOf(loaded.program).failed
    await moveJourney(context.kyc, { journeyId, to, actor, reasonCode: 'journey.forgotten' }).catch(
      (error: unknown) => {
        // Ignore a journey that has already ended.
        if (!(error instanceof IllegalMoveError)) throw error
      },
    )
  }
}

/**
 * Deletes data that was written during the erasure, ends grants and proofs on chains, burns existing tokens
 * and tokens that are being minted, and closes the receipt. Runs until it succeeds, and again after each step
 * that ran during the erasure.
 */
export async function finishForgetting(context: VerificationContext, receiptId: string): Promise<void> {
  const db = journeyTablesOf(context)
  const receipt = await selectReceipt(db, receiptId)
  if (!receipt) return
  const { personId } = receipt
  const [journeyId] = await selectPersonsJourneys(db, personId)
  const loaded = journeyId === undefined ? undefined : await loadJourney(context.kyc, journeyId)
  const svcId = loaded?.journey.svcId
  if (svcId !== undefined) await removeData(context, receipt, svcId)
  await finishRevocationsOf(context, personId)
  const found = svcId === undefined ? [] : await everyToken(context, { personId, svcId })
  const tokens = withTokens(receipt.tokens, found)
  for (const token of tokens) {
    if (token.burnt) continue
    const minter = await context.chains.minter(token.chainId)
    await minter.burn({ tokenId: BigInt(token.tokenId) })
    token.burnt = true
    await updateReceipt(db, receiptId, { tokens })
  }
  if (!receipt.completedAt) await updateReceipt(db, receiptId, { completedAt: new Date(context.clock.now()) })
}

/** Merges the tokens on the receipt with the tokens found, without duplicates. */
function withTokens(known: readonly BurntToken[], found: readonly TokenOnChain[]): BurntToken[] {
  const tokens = new Map(
    found.map((token) => [`${token.chainId}:${token.tokenId}`, { ...token, burnt: false }]),
  )
  for (const token of known) tokens.set(`${token.chainId}:${token.tokenId}`, { ...token })
  return [...tokens.values()]
}
