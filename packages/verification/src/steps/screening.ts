import type { FrameStep } from '@touchstone/contract'
import { countryOf } from '@touchstone/documents'
import type { ScreeningAnswer } from '@touchstone/screening'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import type { Draft } from '../journey/draft.ts'
import { evidenceOf } from '../journey/evidence.ts'
import { InvalidStateError } from '../journey/invalid-state-error.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { selectCleared } from '../journey/review-store.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { type Identity, identityOf } from '../people/identity.ts'
import { upsertPersonFile } from '../people/person-file-store.ts'
import { namesRead } from './correct-document.ts'
import { showWork } from './show-work.ts'

/**
 * Screens a person against the sanctions lists. A reviewer decides about possible hits, because similarity
 * does not prove identity.
 */
export const screeningStep: Step<undefined> = {
  name: 'screening',
  check: 'sanction',
  stage: 'screening',
  automatic: true,
  needs: ({ kind, checks }) => kind === 'KYC' && checks.includes('sanction'),
  show: async (_context, state): Promise<FrameStep> => showWork(state, 'screening'),

  async run(context, state): Promise<Outcome> {
    const identity = await identityToScreen(context, state)
    const cleared = await selectCleared(journeyTablesOf(context), {
      merchantId: state.program.merchantId,
      personId: state.journey.personId,
    })
    const answer = await screenIdentity(context, identity, cleared)
    if (answer.screenedAgainst.length === 0) {
      context.logger.error({}, 'screening is unavailable because no sanctions list has been imported')
      return { kind: 'again', screen: 'unknown', reason: 'screening.no-list', counted: false }
    }
    const against = versionsOf(answer)
    if (answer.hits.length > 0) {
      const { hits, policy } = answer
      return { kind: 'review', review: 'sanction', detail: { identity, hits, policy, against } }
    }
    const evidenceHash = evidenceOf(context.vault, JSON.stringify(identity), against)
    const check = { check: 'sanction', passed: true, checker: `${answer.policy} on ${against}`, evidenceHash }
    return {
      kind: 'passed',
      checks: [check],
      // If a hit was cleared for this merchant, the person is not marked as screened, because other merchants
      // must still be notified of the hit.
      ...(cleared.length === 0 && { also: markScreened(context, state.journey.personId, against) }),
    }
  },
}

/**
 * Returns the identity from this journey's document, or the stored identity if the journey reuses a
 * credential.
 */
async function identityToScreen(
  context: VerificationContext,
  { draft, reused, journey }: JourneyState,
): Promise<Identity> {
  const kept = reused ? await identityOf(context, journey.personId) : undefined
  return kept ?? identityIn(draft)
}

export function markScreened({ clock }: VerificationContext, personId: number, against: string) {
  return (db: VerificationDb) =>
    upsertPersonFile(db, personId, { screened_at: new Date(clock.now()), screened_against: against })
}

export async function screenIdentity(
  context: VerificationContext,
  identity: Identity,
  cleared: readonly { list: string; entryId: string; entryHash: string }[],
): Promise<ScreeningAnswer> {
  const screening = await context.checkers.screening()
  await screening.refresh()
  const { birthDate, sex, nationality, documentNumber, asRead } = identity
  return await screening.screen(
    {
      names: [identity, ...(asRead ? [asRead] : [])].map(fullName),
      ...(birthDate !== '' && { birthDate }),
      ...(nationality !== '' && { nationalities: [nationality] }),
      ...(documentNumber !== '' && { documentNumbers: [documentNumber] }),
      ...(sex === 'male' || sex === 'female' ? { gender: sex } : {}),
    },
    { cleared },
  )
}

function fullName({ surname, givenNames }: Pick<Identity, 'surname' | 'givenNames'>): string {
  return `${givenNames} ${surname}`.trim()
}

export function versionsOf({ screenedAgainst }: Pick<ScreeningAnswer, 'screenedAgainst'>): string {
  return screenedAgainst
    .map(({ list, version }) => `${list} ${version}`)
    .sort()
    .join(', ')
}

export function identityIn({ document }: Draft): Identity {
  if (!document)
    throw new InvalidStateError('draft.no-document', 'the journey has no identity from a document')
  const { surname, givenNames, birthDate, sex, nationality, number } = document.fields
  const read = namesRead(document)
  const isOwn = surname !== read.surname || givenNames !== read.givenNames
  return {
    surname,
    givenNames,
    ...(isOwn && { asRead: { surname: read.surname, givenNames: read.givenNames } }),
    birthDate,
    sex: { M: 'male', F: 'female' }[sex] ?? sex,
    nationality: countryOf(nationality)?.alpha2 ?? '',
    documentNumber: number,
  }
}
