import type { FrameStep } from '@touchstone/contract'
import {
  type Attributes,
  type Credential,
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
import { InvalidStateError } from '../journey/invalid-state-error.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { clearDevices } from '../journey/verification-store.ts'
import { upsertCredential } from '../people/credential-store.ts'
import { heldCredentials } from '../people/held-credential.ts'
import { type Identity, identityAt, openIdentity } from '../people/identity.ts'
import { sendSoon } from '../people/notify.ts'
import { compareIdentity, documentsOf, withDocument } from '../people/one-identity.ts'
import {
  type Device,
  isCommitmentOfOther,
  lockPersonFile,
  selectDevice,
  selectPersonFile,
  selectSsiWallet,
  upsertPersonFile,
} from '../people/person-file-store.ts'
import { programOnChain } from '../program-on-chain.ts'
import { holdToEndings, recordReturn } from '../revocation/hold-to-endings.ts'
import { moveToDevice } from '../revocation/move-to-device.ts'
import { requireUnrevoked } from '../revocation/order-revocation.ts'
import { credentialPlace, identityColumn } from '../sealed-columns.ts'
import { alpha3Of } from './country-rule.ts'
import { identityIn } from './identity-in.ts'
import { identityDiffers } from './judge-document.ts'
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
    const stored = file?.identitySealed ? openIdentity(context, personId, file.identitySealed) : undefined
    const known = stored && identityAt(stored, state.merchant.id)
    const relation = state.draft.document && compareIdentity(known, identityIn(state.draft))
    const isCleared = state.checks.get('identity') === true
    // Since this journey's face check, another journey with the same login may have stored an identity.
    if (relation === 'other-person' || (relation === 'other-name' && !isCleared))
      return identityDiffers([
        { check: 'identity', passed: false, checker: 'identity-1', evidenceHash: Buffer.alloc(32) },
      ])
    const commitmentBefore = file?.commitment ?? undefined
    const device = await selectDevice(db, journeyId, state.shownOn)
    // The journey cannot continue until the page has provided a wallet.
    if (device === undefined) return { kind: 'stay' }
    const { commitment } = device
    // Another person uses the same device, so this person needs a separate wallet.
    if (await isCommitmentOfOther(db, commitment, personId))
      return { kind: 'stay', also: (tables) => clearDevices(tables, journeyId, commitment) }
    if (commitmentBefore === undefined || commitmentBefore === commitment)
      return await issueTo(context, state, { device, stored: commitmentBefore })
    if (!isSamePerson(state, known)) return otherPerson(context, device)
    // A recording without colours can be made in advance, so it does not move the credentials.
    if (!state.checks.get('liveness-colours')) {
      const holder = { commitment: commitmentBefore, ssiWallet: await selectSsiWallet(db, personId) }
      return await issueTo(context, state, { device: holder, stored: commitmentBefore })
    }
    const move = await moveToDevice(context, personId, device, state.merchant.id)
    return await issueTo(context, state, { device, stored: commitmentBefore, move })
  },
}

/**
 * Issues the credential to the secret of a device. `stored` is the commitment that the person already has.
 */
export async function issueTo(
  context: VerificationContext,
  state: JourneyState,
  to: {
    device: Device
    stored: string | undefined
    move?: (db: VerificationDb) => Promise<{ credentialIds: string[] }>
  },
): Promise<Outcome & { kind: 'passed' }> {
  const { personId } = state.journey
  const { kind } = programOnChain(state.merchant.mchNo, state.program)
  const { commitment, ssiWallet } = to.device
  const identitySealed = (await selectPersonFile(journeyTablesOf(context), personId))?.identitySealed ?? null
  const stored = identitySealed ? openIdentity(context, personId, identitySealed) : undefined
  const known = stored && identityAt(stored, state.merchant.id)
  const { attributes, checks } = await findingsOf(context, state, known)
  // A check that was decided by the merchant's reviewer is valid only for this merchant.
  const merchantId = state.delegated ? state.merchant.id : 0
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
      await requireUnrevoked(tables, { personId, lastRevocation: state.lastRevocation })
      await recordReturn(context, tables, state)
      const moved = await to.move?.(tables)
      if (to.move) await sendSoon(context)
      await bindSsiWallet(tables, { personId, ssiWallet })
      await upsertCredential(tables, {
        personId,
        kind,
        merchantId,
        credential,
        sealed: context.vault.seal(
          JSON.stringify(credential),
          credentialPlace({ personId, kind, merchantId }),
        ),
        at: new Date(context.clock.now()),
      })
      const credentialIds = [credential.credentialId, ...(moved?.credentialIds ?? [])]
      await holdToEndings(context, tables, { personId, credentialIds })
      await upsertPersonFile(tables, personId, { commitment, cleared_at: null })
      if (!state.draft.document) return
      await requireUnchanged(tables, personId, identitySealed)
      const identity = withDocument(stored, identityIn(state.draft))
      await upsertPersonFile(tables, personId, {
        identity_sealed: context.vault.seal(JSON.stringify(identity), identityColumn.at(personId)),
        // A name that this journey has not screened must be screened against the current lists, too.
        ...(!state.checks.get('sanction') && { screened_against: null }),
      })
    },
  }
}

/**
 * Returns whether the face or the document shows that the person on the new device is the person to whom the
 * first credential was issued.
 */
function isSamePerson({ checks, draft }: JourneyState, known: Identity | undefined): boolean {
  if (checks.get('faceprint-match')) return true
  // A merchant's reviewer must not decide which device holds the credentials.
  if (!draft.document || draft.document.onlyAt !== undefined || !known) return false
  const shown = identityIn(draft)
  return (
    known.birthDate === shown.birthDate &&
    documentsOf(known).some(({ documentNumber }) => documentNumber === shown.documentNumber)
  )
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

/**
 * Throws if another journey of the person has stored an identity since the identity was read. The step is then
 * repeated and compares the documents.
 */
async function requireUnchanged(
  db: VerificationDb,
  personId: number,
  identitySealed: Uint8Array | null,
): Promise<void> {
  await lockPersonFile(db, personId)
  const now = (await selectPersonFile(db, personId))?.identitySealed ?? null
  const isSame =
    now === null ? identitySealed === null : identitySealed && Buffer.compare(now, identitySealed) === 0
  if (!isSame) throw new InvalidStateError('identity.changed', 'another journey has stored an identity')
}

/** Combines the findings of this journey with earlier findings that are still valid for the same identity. */
async function findingsOf(
  context: VerificationContext,
  state: JourneyState,
  known: Identity | undefined,
): Promise<{ attributes: Attributes; checks: PerformedCheck[] }> {
  const { personId } = state.journey
  // A credential that every merchant accepts contains no findings that are limited to a merchant.
  const at = state.delegated ? state.merchant.id : 'every merchant'
  const newest = (await heldCredentials(context, personId, at)).at(-1)?.credential
  const held = carriedOver(state, known, newest)
  const now = [...state.checks].flatMap(([check, passed]) => (passed ? [check] : []))
  // The credential states how the decision about the live face in the latest recording was made.
  const earlier = (held?.checks ?? []).filter(
    (check) => check !== 'liveness-colours' || !now.includes('liveness'),
  )
  return {
    attributes: attributesOf(context, state, held?.attributes ?? nothingKnown),
    checks: toPerformedChecks([...earlier, ...now]),
  }
}

/**
 * Returns those findings in the newest credential that were made for the identity in this journey's document.
 * If no document was stored before, only a face match can show that a finding is about the same person.
 */
function carriedOver(
  { draft, checks }: JourneyState,
  known: Identity | undefined,
  newest: Credential | undefined,
): Pick<Credential, 'attributes' | 'checks'> | undefined {
  if (!newest || !draft.document) return newest
  if (!known) {
    const ofFace = checks.get('faceprint-match') ? newest.checks.filter((check) => faceChecks.has(check)) : []
    return { attributes: nothingKnown, checks: ofFace }
  }
  if (compareIdentity(known, identityIn(draft)) === 'same') return newest
  // The person's new name has not been screened yet.
  const { sanctionResult, sanctionDate } = nothingKnown
  return {
    attributes: { ...newest.attributes, sanctionResult, sanctionDate },
    checks: newest.checks.filter((check) => check !== 'sanction'),
  }
}

const faceChecks: ReadonlySet<PerformedCheck> = new Set(['liveness', 'liveness-colours', 'unique'])

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
