import { createHash } from 'node:crypto'
import { createSeededRandom, pick, randomDigits, randomInteger } from '@touchstone/common'
import { findJourney, statusesOf } from '@touchstone/kyc'
import { type Findings, recordFindings, type VerificationContext } from '@touchstone/verification'
import type { DemoWalk } from './demo-plan.ts'

/**
 * The checks that belong to the steps themselves, keyed by the status that each step reaches. The planned
 * moves contain all other checks.
 */
const checksOfStep: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  KYC: { 'OCR Passed': ['document'], 'Liveness Checked': ['liveness', 'liveness-colours', 'face-match'] },
  MeID: { 'Liveness Checked': ['liveness', 'liveness-colours', 'unique'] },
  PoA: { 'OCR Passed': ['address'] },
  PoAI: { 'Data Retrieved': ['accreditation'] },
}

const nationalities = ['FRA', 'ITA', 'ESP', 'CAN', 'JPN', 'NZL'] as const
const dayMs = 86_400_000

/**
 * Stores the demo users' documents, checks and credentials, so that each user can log in and continue. The
 * portraits on the documents were never measured, so the page asks for the document again after the liveness
 * recording. The devices to which credentials were issued do not exist, so every login looks like a login on
 * a new device.
 */
export async function recordDemoFindings(
  context: VerificationContext,
  walks: readonly DemoWalk[],
): Promise<void> {
  for (const walk of walks) {
    const found = await findJourney(context.kyc, walk)
    // A journey that has failed or is at its first step has no findings. A journey that a visitor has
    // continued has its own findings.
    const end = walk.moves.at(-1)?.to
    const statuses = statusesOf(walk.program)
    if (!found || end === undefined || end === statuses.failed || found.status !== end) continue
    const isIssued = statuses.steps.indexOf(end) >= statuses.steps.indexOf('ZKP Generated')
    await recordFindings(context, { journeyId: found.journeyId, ...findingsOf(walk), isIssued })
  }
}

function findingsOf(walk: DemoWalk): Omit<Findings, 'journeyId' | 'isIssued'> {
  const { program, login, ssiWallet } = walk
  const secret = createHash('sha256').update(`demo device ${ssiWallet}`).digest('hex')
  const document = documentOf(walk)
  const { surname, givenNames, nationality } = document.fields
  const until = dayNumber(walk.startsAt + 365 * dayMs)
  return {
    // Shorter than a field element, so that every value is valid.
    device: { ssiWallet, commitment: String(BigInt(`0x${secret.slice(0, 60)}`)) },
    checks: walk.moves.flatMap(({ to, decisions = [], evidenceHash }) => [
      ...(checksOfStep[program.kind]?.[to] ?? []).map((check) => ({
        ...{ check, passed: true, checker: 'demo@1' },
        evidenceHash: evidenceHash ?? createHash('sha256').update(login).digest(),
      })),
      ...decisions,
    ]),
    draft: {
      ...(program.kind === 'KYC' && { document }),
      ...(program.checks.includes('location') && { location: nationality }),
      ...(program.kind === 'PoA' && {
        residence: { country: nationality, until, holder: `${givenNames} ${surname}` },
      }),
      ...(program.kind === 'PoAI' && { accreditation: { level: 1, until } }),
    },
  }
}

/** Derived from the login, so that a person has the same document in every program. */
function documentOf({ login, startsAt }: DemoWalk): NonNullable<Findings['draft']['document']> {
  const random = createSeededRandom(`document of ${login}`)
  const [givenNames = '', surname = ''] = login.toUpperCase().split(/[.@]|\d+/)
  const nationality = pick(random, nationalities)
  const born = Date.UTC(1960 + randomInteger(random, 40), randomInteger(random, 12), 1)
  const expires = Date.UTC(new Date(startsAt).getUTCFullYear() + 3 + randomInteger(random, 5), 5, 30)
  return {
    kind: 'passport',
    fields: {
      ...{ surname, givenNames, nationality, issuingState: nationality, number: randomDigits(random, 9) },
      ...{ birthDate: dayText(born), expiryDate: dayText(expires), sex: 'X' },
    },
    ...{ lines: [], numberHash: '', evidenceHash: '', refused: [], reader: 'demo@1', face: { atMs: 0 } },
  }
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

function dayNumber(ms: number): number {
  return Number(dayText(ms).replaceAll('-', ''))
}
