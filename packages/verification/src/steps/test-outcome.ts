import { type FailureScreen, type TestOutcome, testOutcomes } from '@touchstone/contract'
import type { ProgramShape } from '../journey/step.ts'

/** The part of a verification in test mode in which an outcome takes effect. */
export type TestPart = 'document' | 'face' | 'location' | 'address' | 'investor' | 'review'

export type TestFailure = { part: TestPart; check: string; screen: FailureScreen; reason: string }

const refused = { screen: 'not-eligible' } as const
/** The failures, with the screens and reason codes of the real steps. */
const failures: Readonly<Partial<Record<TestOutcome, TestFailure>>> = {
  'fail-document': { part: 'document', check: 'document', screen: 'ocr', reason: 'document.refused' },
  'fail-expired': { part: 'document', check: 'document', screen: 'ocr', reason: 'document.expired' },
  'fail-age': { part: 'document', check: 'age', ...refused, reason: 'age.below-limit' },
  'fail-citizenship': { part: 'document', check: 'citizenship', ...refused, reason: 'citizenship.barred' },
  'fail-face': { part: 'face', check: 'liveness', screen: 'face-recognition', reason: 'face.not-live' },
  'fail-unique': {
    ...{ part: 'face', check: 'unique', screen: 'existing-faceprint', reason: 'face.known-already' },
  },
  'fail-location': { part: 'location', check: 'location', ...refused, reason: 'location.barred' },
  'fail-residence': { part: 'address', check: 'countryRegion', ...refused, reason: 'residence.barred' },
  'fail-income': { part: 'investor', check: 'accreditation', ...refused, reason: 'accreditation.too-low' },
  listed: { part: 'review', check: 'sanction', ...refused, reason: 'screening.declined' },
}

export function failureOf(outcome: TestOutcome, kind: ProgramShape['kind']): TestFailure | undefined {
  const failure = failures[outcome]
  // Only a KYC program has a document with which the face is compared.
  if (!failure || outcome !== 'fail-face' || kind !== 'KYC') return failure
  return { ...failure, screen: 'face-mismatch', reason: 'face.other-than-document' }
}

/** Returns the checks that a part decides in programs of this shape. */
export function checksOfPart(part: TestPart, { kind, checks }: ProgramShape): string[] {
  const required = (...names: string[]) => names.filter((name) => checks.some((check) => check === name))
  switch (part) {
    case 'document':
      return kind === 'KYC' ? ['document', ...required('age', 'citizenship')] : []
    case 'face':
      return kind === 'KYC' || kind === 'MeID' ? ['liveness', ...required('unique')] : []
    case 'location':
      return kind === 'KYC' ? required('location') : []
    case 'address':
      return kind === 'PoA' ? ['address', ...required('countryRegion')] : []
    case 'investor':
      return kind === 'PoAI' ? ['accreditation'] : []
    case 'review':
      return ['test-review', ...(kind === 'KYC' ? required('sanction') : [])]
  }
}

/** Returns the outcomes that a verification in this program can have. */
export function outcomesOf(program: ProgramShape): TestOutcome[] {
  return testOutcomes.filter((outcome) => {
    const failure = failures[outcome]
    return !failure || checksOfPart(failure.part, program).includes(failure.check)
  })
}

/** Returns the outcome that the suffix of an e-mail address names, such as `fail-age` in `name+fail-age@…`. */
export function outcomeOfLogin(login: string, program: ProgramShape): TestOutcome | undefined {
  const suffix = /\+([a-z-]+)@/i.exec(login)?.[1]?.toLowerCase()
  return outcomesOf(program).find((outcome) => outcome === suffix)
}
