import { serialiseMeasure } from '@touchstone/biometrics'
import type { ConfirmDocument, FrameStep } from '@touchstone/contract'
import type { DocumentReading } from '@touchstone/documents'
import { countryOf } from '@touchstone/documents'
import type { VerificationContext } from '../context.ts'
import { dayText } from '../journey/day-text.ts'
import type { Draft, DraftKind } from '../journey/draft.ts'
import { evidenceOf } from '../journey/evidence.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { insertPictures } from '../journey/review-picture-store.ts'
import { fullFor } from '../journey/review-room.ts'
import { sealDraft } from '../journey/seal-draft.ts'
import type { Outcome, Step } from '../journey/step.ts'
import { retention } from '../people/retention.ts'
import { reviewPictureColumn } from '../sealed-columns.ts'
import { correctable, correctDocument } from './correct-document.ts'
import { alpha3Of } from './country-rule.ts'
import { findHolderPhoto } from './find-holder-photo.ts'
import { judgeDocument, numberHashOf } from './judge-document.ts'

/** `device` is the wallet of the device that submits the data. */
type OfDevice = { device?: string | null }
type Pictures = OfDevice & { pictures: readonly Uint8Array[]; kind: string; country: string }
export type DocumentInput =
  | Pictures
  | (OfDevice & { corrections: ConfirmDocument['corrections'] })
  /** Set to true if the person reports a misreading. */
  | { retake: true }
  /** Whether the next pictures may be stored for a review. */
  | { forReview: boolean }

const readerVersion = 'documents-4'
/** The number of misreadings after which the person can ask a reviewer to read the pictures. */
export const mostRetakes = 3
const kinds: DraftKind[] = ['passport', 'id-card']
const kindOf: Readonly<Record<string, DraftKind>> = {
  TD3: 'passport',
  TD1: 'id-card',
  TD2: 'id-card',
  'MRV-A': 'visa',
  'MRV-B': 'visa',
}

/**
 * Reads an identity document from pictures. The holder confirms the data and can correct the spelling of the
 * name. Pictures are stored only for a review to which the holder has agreed.
 */
export const documentStep: Step<DocumentInput> = {
  name: 'document',
  stage: 'document',
  automatic: false,
  needs: ({ kind }) => kind === 'KYC',
  reaches: () => 'OCR Passed',

  async show(context, state, session): Promise<FrameStep> {
    const { document, forReview } = state.draft
    const days = retention.pictureDays
    if (document && isShownOn(document, session.ssiWallet)) {
      const { kind, fields, refused } = document
      const { nationality, issuingState } = fields
      const countries = { nationality: alpha2Of(nationality), issuingState: alpha2Of(issuingState) }
      return { name: 'document-confirm', kind, fields, countries, editable: [...correctable], refused }
    }
    if (isReviewOffered(state.draft) && !forReview) return { name: 'document-review', days }
    const full = forReview && (await fullFor(context, state))
    if (full) return { name: 'review-full', what: 'document', full }
    return { name: 'document', kinds, ...(forReview && { keptDays: days }) }
  },

  run: async (context, state, input) => {
    if ('pictures' in input) return await read(context, state, input)
    if ('corrections' in input) return await confirm(context, state, input)
    return 'retake' in input ? retake(context, state) : chooseReview(context, state, input.forReview)
  },
}

/** Some codes in documents represent an organisation or a stateless person instead of a country. */
function alpha2Of(code: string): string | undefined {
  return countryOf(code)?.alpha2
}

/** Another device with the same login must not show the person's data. */
function isShownOn({ shownOn }: NonNullable<Draft['document']>, device: string | null | undefined): boolean {
  return shownOn === undefined || shownOn === device
}

function isReviewOffered({ retakes = 0 }: Draft): boolean {
  return retakes >= mostRetakes
}

async function read(context: VerificationContext, state: JourneyState, input: Pictures): Promise<Outcome> {
  const { vault, checkers } = context
  const { pictures } = input
  const { forReview, ...known } = state.draft
  // The page then states that a review is not possible at the moment.
  if (forReview && (await fullFor(context, state))) return { kind: 'stay' }
  const { mchNo } = state.merchant
  const reader = await checkers.documents(mchNo)
  const today = dayText(context.clock)
  const reading = await reader.read({ pictures, today, ...(forReview && { copies: true }) })
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
  // The expiry date of a document under review may have been misread, so it is checked when the review is
  // decided.
  if (document.expired && !forReview)
    return {
      kind: 'negative',
      screen: 'ocr',
      reason: 'document.expired',
      checks: [{ check: 'document', passed: false, checker: readerVersion, evidenceHash }],
    }
  const found = await findHolderPhoto(await checkers.faces(mchNo), reading)
  if ('reason' in found) return again(found.reason)
  const fields = fieldsOf(document)
  const draft: Draft = {
    ...known,
    document: {
      kind,
      fields,
      asRead: { surname: fields.surname, givenNames: fields.givenNames, cut: document.namesMayBeCut },
      lines: document.lines,
      numberHash: numberHashOf(vault, fields),
      evidenceHash: evidenceHash.toString('hex'),
      refused: [],
      reader: readerVersion,
      ...(input.device && { shownOn: input.device }),
      face: serialiseMeasure({ ...found.measure, atMs: 0 }),
    },
  }
  if (!forReview) return { kind: 'stay', also: sealDraft(context, state, draft) }
  const at = new Date(context.clock.now())
  // Stores copies, because an uploaded file can contain more than its pixels.
  const { copies = [] } = reading
  if (copies.length !== pictures.length) throw new Error('the reader returned no copies of the pictures')
  return {
    kind: 'review',
    review: 'document',
    detail: { kind, read: fields, lines: document.lines },
    async opened(db, reviewId) {
      const sealed = copies.map((copy, index) => {
        const place = reviewPictureColumn.at(reviewId, index + 1)
        return { number: index + 1, sealed: vault.seal(Buffer.from(copy).toString('base64'), place) }
      })
      await insertPictures(db, reviewId, sealed, { reason: 'agreed', actor: 'user', at })
      await sealDraft(context, state, draft)(db)
    },
  }
}

async function confirm(
  context: VerificationContext,
  state: JourneyState,
  { corrections, device }: OfDevice & { corrections: ConfirmDocument['corrections'] },
): Promise<Outcome> {
  const { document } = state.draft
  if (!document || !isShownOn(document, device)) return { kind: 'stay' }
  const { fields, refused } = correctDocument(document, corrections)
  if (refused.length > 0) {
    const draft = { ...state.draft, document: { ...document, refused } }
    return { kind: 'stay', also: sealDraft(context, state, draft) }
  }
  return await judgeDocument(context, state, { ...document, fields }, document.reader)
}

function retake(context: VerificationContext, state: JourneyState): Outcome {
  const { document, ...draft } = state.draft
  if (!document) return { kind: 'stay' }
  const retakes = (draft.retakes ?? 0) + 1
  return { kind: 'stay', also: sealDraft(context, state, { ...draft, retakes }) }
}

function chooseReview(context: VerificationContext, state: JourneyState, agreed: boolean): Outcome {
  const { forReview: _, ...draft } = state.draft
  if (draft.document || !isReviewOffered(draft)) return { kind: 'stay' }
  // The person has declined the review and will take another picture. After the next misreading, the page
  // offers the review again.
  const chosen = agreed ? { ...draft, forReview: true } : { ...draft, retakes: mostRetakes - 1 }
  return { kind: 'stay', also: sealDraft(context, state, chosen) }
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
