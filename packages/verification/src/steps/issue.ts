import type { FrameStep } from '@touchstone/contract'
import {
  type Attributes,
  dayOf,
  leafOf,
  noDate,
  type PerformedCheck,
  toPerformedChecks,
} from '@touchstone/credential'
import { countryOf } from '@touchstone/documents'
import { bindSsiWallet } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { clearDevices } from '../journey/verification-store.ts'
import { upsertCredential } from '../people/credential-store.ts'
import { heldCredentials } from '../people/held-credential.ts'
import { openIdentity } from '../people/identity.ts'
import { moveToDevice } from '../people/move-to-device.ts'
import {
  type Device,
  isCommitmentOfOther,
  selectDevice,
  selectPersonFile,
  upsertPersonFile,
} from '../people/person-file-store.ts'
import { programOnChain } from '../program-on-chain.ts'
import { credentialColumn, identityColumn } from '../sealed-columns.ts'
import { alpha3Of } from './country-rule.ts'
import { identityIn } from './screening.ts'
import { showWork } from './show-work.ts'

/**
 * The validity of a credential: one year, but no longer than the validity of the document on which it is
 * based.
 */
const goodForMs = 365 * 86_400_000

/** Issues a credential for the findings, bound to the secret of the person's device. */
export const issueStep: Step<undefined> = {
  name: 'issue',
  check: 'credential',
  stage: 'proof',
  automatic: true,
  needs: () => true,
  show: async (_context, state): Promise<FrameStep> => showWork(state, 'issue'),

  async run(context, state): Promise<Outcome> {
    const db = journeyTablesOf(context)
    const { personId, id: journeyId } = state.journey
    const file = await selectPersonFile(db, personId)
    const stored = file?.commitment ?? undefined
    const device = await selectDevice(db, journeyId, state.shownOn)
    // The journey cannot continue until the page has provided a wallet.
    if (device === undefined) return { kind: 'stay' }
    const { commitment } = device
    // Another person uses the same device, so this person needs a separate wallet.
    if (await isCommitmentOfOther(db, commitment, personId))
      return { kind: 'stay', also: (tables) => clearDevices(tables, journeyId, commitment) }
    const isMove = stored !== undefined && stored !== commitment
    if (isMove && !isSamePerson(context, state, file?.identitySealed ?? null))
      return otherPerson(context, device)
    const move = isMove ? await moveToDevice(context, personId, device) : undefined
    return await issueTo(context, state, { device, stored, ...(move && { move }) })
  },
}

/**
 * Issues the credential to the secret of a device. `stored` is the commitment that the person already has.
 */
export async function issueTo(
  context: VerificationContext,
  state: JourneyState,
  to: { device: Device; stored: string | undefined; move?: (db: VerificationDb) => Promise<void> },
): Promise<Outcome & { kind: 'passed' }> {
  const { personId } = state.journey
  const { kind } = programOnChain(state.merchant.mchNo, state.program)
  const { commitment, ssiWallet } = to.device
  const { attributes, checks } = await findingsOf(context, state)
  const validUntil = Math.min(dayOf(context.clock.now() + goodForMs), attributes.documentExpiry)
  const credential = await context.issuer.issue({
    personCommitment: to.stored === undefined ? 'none-stored-yet' : { stored: commitment },
    commitment,
    kind,
    checks,
    attributes,
    validUntil,
  })
  const evidenceHash = evidenceOf(context.vault, String(leafOf(credential)))
  const check = {
    check: 'credential',
    passed: true,
    checker: `issuer key ${credential.keyId}`,
    evidenceHash,
  }
  return {
    kind: 'passed',
    checks: [check],
    also: async (tables) => {
      await to.move?.(tables)
      await bindSsiWallet(tables, { personId, ssiWallet })
      await upsertCredential(tables, {
        personId,
        kind,
        credential,
        sealed: context.vault.seal(JSON.stringify(credential), credentialColumn.at(personId, kind)),
        at: new Date(context.clock.now()),
      })
      const place = identityColumn.at(personId)
      const identity =
        state.draft.document && context.vault.seal(JSON.stringify(identityIn(state.draft)), place)
      await upsertPersonFile(tables, personId, {
        commitment,
        cleared_at: null,
        ...(identity && { identity_sealed: identity }),
      })
    },
  }
}

/**
 * Returns whether the face or the document shows that the person on the new device is the person to whom the
 * first credential was issued.
 */
function isSamePerson(
  context: VerificationContext,
  { checks, draft, journey }: JourneyState,
  identitySealed: Uint8Array | null,
): boolean {
  if (checks.get('faceprint-match')) return true
  if (!draft.document || !identitySealed) return false
  const kept = openIdentity(context, journey.personId, identitySealed)
  const shown = identityIn(draft)
  return kept.documentNumber === shown.documentNumber && kept.birthDate === shown.birthDate
}

function otherPerson({ vault }: VerificationContext, { ssiWallet }: Device): Outcome {
  const evidenceHash = evidenceOf(vault, ssiWallet)
  return {
    kind: 'negative',
    screen: 'faceprint-mismatch',
    reason: 'device.other-person',
    checks: [{ check: 'device', passed: false, checker: 'device-1', evidenceHash }],
  }
}

/** Combines the findings of this journey with earlier findings that are still valid. */
async function findingsOf(
  context: VerificationContext,
  state: JourneyState,
): Promise<{ attributes: Attributes; checks: PerformedCheck[] }> {
  const { personId } = state.journey
  const newest = (await heldCredentials(context, personId)).at(-1)?.credential
  const now = [...state.checks].flatMap(([check, passed]) => (passed ? [check] : []))
  return {
    attributes: attributesOf(context, state, newest?.attributes ?? nothingKnown),
    checks: toPerformedChecks([...(newest?.checks ?? []), ...now]),
  }
}

function attributesOf(context: VerificationContext, state: JourneyState, known: Attributes): Attributes {
  const { document, location, residence, accreditation } = state.draft
  return {
    ...known,
    ...(document && {
      birthDate: dayNumber(document.fields.birthDate),
      citizenship: alpha3Of(countryOf(document.fields.nationality)?.alpha2),
      documentExpiry: dayNumber(document.fields.expiryDate),
    }),
    ...(location !== undefined && { location }),
    ...(state.checks.get('sanction') && {
      sanctionResult: 1 as const,
      sanctionDate: dayOf(context.clock.now()),
    }),
    ...(residence && { residence: residence.country, residenceUntil: residence.until }),
    ...(accreditation && {
      accreditation: accreditation.level,
      accreditedUntil: accreditation.until,
    }),
  }
}

const nothingKnown: Attributes = {
  birthDate: noDate,
  citizenship: '',
  documentExpiry: noDate,
  residence: '',
  location: '',
  residenceUntil: noDate,
  sanctionResult: 0,
  sanctionDate: noDate,
  accreditation: 0,
  accreditedUntil: noDate,
}

function dayNumber(day: string): number {
  return day === '' ? noDate : Number(day.replaceAll('-', ''))
}
