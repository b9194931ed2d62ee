import type { ForgetReceipt } from '@touchstone/contract'
import { InputError, loadJourney, showUser, tokensOfPerson, unknownPerson } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { endedStatuses } from '../journey/ended-statuses.ts'
import { countOpenReviews } from '../journey/review-store.ts'
import { selectJourneysInProgress } from '../people/person-journeys-store.ts'
import { receiptOfPerson } from './receipt.ts'

export type ForgetPreview = {
  svcId: string
  journeys: {
    merchant: string
    programNo: string
    kind: string
    status: string
    /** Whether the journey is in progress, in which case the erasure makes it fail. */
    ends: boolean
  }[]
  tokens: { chainId: string; tokenId: string }[]
  /** The number of open reviews, which the erasure closes without a decision. */
  openReviews: number
  /** Set if the person has already been erased. */
  receipt: ForgetReceipt | undefined
}

/**
 * Returns everything that erasing a person would end. Accepts only an id, because requests can be logged and
 * logs must not contain logins or accounts.
 */
export async function previewForgetting(
  context: VerificationContext,
  { svcId }: { svcId: string },
): Promise<ForgetPreview> {
  const found = await showUser(context.kyc, { user: svcId, reveal: false }).catch((error: unknown) => {
    if (error instanceof InputError) throw nobodyOfThisId()
    throw error
  })
  const person = found.find((each) => each.svcId === svcId)
  if (!person) throw nobodyOfThisId()
  const loaded = await Promise.all(
    person.journeys.map(({ journeyId }) => loadJourney(context.kyc, journeyId)),
  )
  const known = loaded.flatMap((each) => each ?? [])
  const [first] = known
  if (!first) throw nobodyOfThisId()
  const { personId } = first.journey
  const db = journeyTablesOf(context)
  const inProgress = new Set(await selectJourneysInProgress(db, personId, endedStatuses))
  const tokens = await tokensOfPerson(context.kyc, personId)
  const journeyIds = known.map(({ journey }) => journey.id)
  return {
    svcId,
    journeys: known.map(({ journey, program, merchant }) => ({
      ...{ merchant: merchant.name, programNo: program.programNo, kind: program.kind },
      ...{ status: journey.status, ends: inProgress.has(journey.id) },
    })),
    tokens: tokens.map(({ chainId, tokenId }) => ({ chainId, tokenId })),
    openReviews: (await countOpenReviews(db, journeyIds)).waiting,
    receipt: await receiptOfPerson(context, personId),
  }
}

function nobodyOfThisId() {
  return unknownPerson(
    'There is no person with this id.',
    'Enter the complete id, as merchants see it under People.',
  )
}
