import { serialiseMeasure } from '@touchstone/biometrics'
import type { ConfirmDocument, FrameStep } from '@touchstone/contract'
import { ageOn, countryOf, type DocumentReading } from '@touchstone/documents'
import type { VerificationContext } from '../context.ts'
import { dayText } from '../pipeline/day-text.ts'
import type { Draft, DraftKind } from '../pipeline/draft.ts'
import { evidenceOf } from '../pipeline/evidence.ts'
import type { JourneyState } from '../pipeline/journey-state.ts'
import { sealDraft } from '../pipeline/seal-draft.ts'
import type { CheckResult, Outcome, Step } from '../pipeline/step.ts'
import { correctable, correctDocument } from './correct-document.ts'
import { admits, alpha3Of } from './country-rule.ts'
import { findHolderPhoto } from './find-holder-photo.ts'

type Pictures = { pictures: readonly Uint8Array[]; kind: string; country: string }
export type DocumentInput = Pictures | { corrections: ConfirmDocument['corrections'] }

const readerVersion = 'documents-2'
const kinds: DraftKind[] = ['passport', 'id-card']
const kindOf: Readonly<Record<string, DraftKind>> = {
  TD3: 'passport',
  TD1: 'id-card',
  TD2: 'id-card',
  'MRV-A': 'visa',
  'MRV-B': 'visa',
}

/** An identity document: read from pictures, then confirmed or corrected by its holder. The pictures are kept nowhere. */
export const documentStep: Step<DocumentInput> = {
  name: 'document',
  stage: 'document',
  automatic: false,
  needs: ({ kind }) => kind === 'KYC',
  reaches: () => 'OCR Passed',

  async show(_context, { draft }): Promise<FrameStep> {
    if (!draft.document) return { name: 'document', kinds }
    const { kind, fields, refused } = draft.document
    return { name: 'document-confirm', kind, fields, editable: [...correctable], refused }
  },

  run: (context, state, input) =>
    'pictures' in input ? read(context, state, input) : confirm(context, state, input.corrections),
}

async function read(context: VerificationContext, state: JourneyState, input: Pictures): Promise<Outcome> {
  const { vault, trades } = context
  const { pictures } = input
  const reader = await trades.documents()
  const reading = await reader.read({ pictures, today: dayText(context.clock) })
  const again = (reason: string): Outcome => ({ kind: 'again', screen: 'ocr', reason, counted: true })
  const { document } = reading
  if (reading.status !== 'accepted' || !document)
    return again(reading.hints[0]?.code ?? 'document.unreadable')
  const kind = kindOf[document.kind] ?? 'passport'
  if (!kinds.includes(kind) || (input.kind !== '' && kind !== input.kind)) return again('document.other-kind')
  if (
    input.country !== '' &&
    alpha3Of(document.issuer?.alpha2) !== input.country &&
    document.issuer?.code !== input.country
  )
    return again('document.other-country')
  const evidenceHash = evidenceOf(vault, ...pictures)
  if (document.expired)
    return {
      kind: 'negative',
      screen: 'ocr',
      reason: 'document.expired',
      checks: [{ check: 'document', passed: false, checker: readerVersion, evidenceHash }],
    }
  const found = await findHolderPhoto(await trades.faces(), reading)
  if ('reason' in found) return again(found.reason)
  const draft: Draft = {
    ...state.draft,
    document: {
      kind,
      fields: fieldsOf(document),
      lines: document.lines,
      numberHash: vault
        .fingerprint('document', `${document.fields.issuingState.value}:${document.fields.number.value}`)
        .toString('hex'),
      evidenceHash: evidenceHash.toString('hex'),
      refused: [],
      reader: readerVersion,
      face: serialiseMeasure({ ...found.measure, atMs: 0 }),
    },
  }
  return { kind: 'stay', also: sealDraft(context, state, draft) }
}

async function confirm(
  context: VerificationContext,
  state: JourneyState,
  corrections: ConfirmDocument['corrections'],
): Promise<Outcome> {
  const { document } = state.draft
  if (!document) return { kind: 'stay' }
  const { fields, refused } = correctDocument(document, corrections)
  if (refused.length > 0) {
    const draft = { ...state.draft, document: { ...document, refused } }
    return { kind: 'stay', also: sealDraft(context, state, draft) }
  }
  const { program } = state
  const evidenceHash = Buffer.from(document.evidenceHash, 'hex')
  const decided = (check: string, passed: boolean): CheckResult => ({
    check,
    passed,
    checker: `${document.reader}, rules-1`,
    evidenceHash,
  })
  const today = dayText(context.clock)
  const isOldEnough =
    fields.birthDate !== '' && ageOn(fields.birthDate, today) >= (program.rules.minimumAge ?? 0)
  const isAdmitted = admits(program.rules, alpha3Of(countryOf(fields.nationality)?.alpha2))
  const checks = [
    decided('document', true),
    ...(program.checks.includes('age') ? [decided('age', isOldEnough)] : []),
    ...(program.checks.includes('citizenship') ? [decided('citizenship', isAdmitted)] : []),
  ]
  const failed = checks.find(({ passed }) => !passed)
  if (failed) {
    const reason = failed.check === 'age' ? 'age.below-limit' : 'citizenship.barred'
    return { kind: 'negative', screen: 'not-eligible', reason, checks }
  }
  const draft = { ...state.draft, document: { ...document, fields, refused: [] } }
  return { kind: 'passed', checks, also: sealDraft(context, state, draft) }
}

function fieldsOf({ fields }: NonNullable<DocumentReading['document']>) {
  const { surname, givenNames, number, nationality, birthDate, sex, expiryDate, issuingState } = fields
  return {
    surname: surname.value,
    givenNames: givenNames.value,
    number: number.value,
    nationality: nationality.value,
    birthDate: birthDate.value,
    sex: { male: 'M', female: 'F' }[sex.value] ?? 'X',
    expiryDate: expiryDate.value,
    issuingState: issuingState.value,
  }
}
