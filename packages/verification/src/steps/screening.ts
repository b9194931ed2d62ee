import type { FrameStep } from '@touchstone/contract'
import type { ScreeningAnswer } from '@touchstone/screening'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { selectCleared } from '../journey/review-store.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { type Identity, identityOf } from '../people/identity.ts'
import { documentsOf, withDocument } from '../people/one-identity.ts'
import { upsertPersonFile } from '../people/person-file-store.ts'
import { identityIn } from './identity-in.ts'
import { showWork } from './show-work.ts'

/**
 * Screens a person against the sanctions lists. A reviewer decides on possible hits, because similarity does
 * not prove identity.
 */
export const screeningStep: Step<undefined> = {
  name: 'screening',
  check: 'sanction',
  stage: 'screening',
  automatic: true,
  needs: ({ kind, checks }) => kind === 'KYC' && checks.includes('sanction'),
  requires: 'sanctions-list',
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
 * Returns the stored identity and, unless the journey reuses a credential, adds this journey's document. All
 * names are screened, because afterwards the whole person counts as screened against the lists.
 */
async function identityToScreen(
  context: VerificationContext,
  { draft, reused, journey, program }: JourneyState,
): Promise<Identity> {
  const kept = await identityOf(context, journey.personId, program.merchantId)
  return reused && kept ? kept : withDocument(kept, identityIn(draft))
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
  const { birthDate, sex } = identity
  const documents = documentsOf(identity)
  const distinct = (values: string[]) => [...new Set(values)].filter((value) => value !== '')
  const nationalities = distinct(documents.map(({ nationality }) => nationality))
  const documentNumbers = distinct(documents.map(({ documentNumber }) => documentNumber))
  return await screening.screen(
    {
      names: distinct(
        documents.flatMap((each) => [each, ...(each.asRead ? [each.asRead] : [])].map(fullName)),
      ),
      ...(birthDate !== '' && { birthDate }),
      ...(nationalities.length > 0 && { nationalities }),
      ...(documentNumbers.length > 0 && { documentNumbers }),
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
