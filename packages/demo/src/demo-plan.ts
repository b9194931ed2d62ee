import { createHash } from 'node:crypto'
import { createSeededRandom, pick, type Random, randomDigits, randomInteger } from '@touchstone/common'
import type { ProgramKind } from '@touchstone/contract'
import { type AccountInput, type Decision, type Move, type Program, statusesOf } from '@touchstone/kyc'

/**
 * One demo user's journey through one program: the start and every later move, with their times. Tokens are
 * not planned, because the chain assigns their ids.
 */
export type DemoWalk = {
  program: Program
  programNo: string
  login: string
  ssiWallet: string
  account: AccountInput
  /** A second account of the same user, shared at the end. */
  further?: AccountInput
  startsAt: number
  moves: (Omit<Move, 'token'> & { at: number })[]
}

const checker = 'demo@1'
const minute = 60_000
const day = 24 * 60 * minute

const givenNames = [
  'amelia', 'noah', 'mei', 'mateo', 'ines', 'yusuf', 'hana', 'lukas', 'zara', 'oliver', 'priya', 'kenji',
  'sofia', 'tomas', 'nadia', 'ethan', 'leila', 'hugo', 'ava', 'dmitri', 'chloe', 'andre', 'freya', 'samir',
] as const satisfies readonly [string, ...string[]] // biome-ignore format: a list of names reads better as a block
const familyNames = [
  'okafor', 'lindqvist', 'tan', 'moreau', 'garcia', 'haddad', 'sato', 'novak', 'ibrahim', 'kowalski', 'silva',
  'chen', 'patel', 'berg', 'rossi', 'nguyen', 'fischer', 'kaya', 'walsh', 'dubois',
] as const satisfies readonly [string, ...string[]] // biome-ignore format: a list of names reads better as a block

type Failure = { reason: string; after: string; check?: string }

const failures: Partial<Record<ProgramKind, readonly [Failure, ...Failure[]]>> = {
  KYC: [
    { reason: 'document.expired', after: 'Verification Started' },
    { reason: 'citizenship.barred', after: 'Verification Started', check: 'citizenship' },
    { reason: 'age.below-limit', after: 'Verification Started', check: 'age' },
    { reason: 'face.mismatch', after: 'OCR Passed' },
    { reason: 'sanction.listed', after: 'Liveness Checked', check: 'sanction' },
  ],
  PoA: [{ reason: 'address-document.too-old', after: 'Verification Started', check: 'countryRegion' }],
  PoAI: [{ reason: 'income.below-rule', after: 'Verification Started' }],
}

/** The checks that are decided at each step, keyed by the status that the step reaches. */
const decidedAt: Record<string, readonly string[]> = {
  'OCR Passed': ['age', 'citizenship', 'countryRegion'],
  'Liveness Checked': ['unique'],
  'ZKP Generated': ['sanction', 'location'],
}

/**
 * Plans about a hundred users over the last thirty days. The same seed and time produce the same plan, so
 * that an interrupted first start can be resumed.
 */
export function planDemo(options: { programs: readonly Program[]; seed: string; now: number }): DemoWalk[] {
  const random = createSeededRandom(options.seed)
  const people = Array.from({ length: 72 }, (_, index) => demoPerson(random, index))
  const walks: DemoWalk[] = []

  for (const program of options.programs) {
    const statuses = statusesOf(program)
    const unfinished = statuses.steps.slice(0, -1)
    const plan = sizeOf(program)
    const ends = [
      ...Array.from({ length: plan.passed }, () => statuses.passed),
      ...unfinished.flatMap((status) => Array.from({ length: plan.unfinished }, () => status)),
      ...Array.from({ length: plan.failed }, () => statuses.failed),
    ]
    ends.forEach((end, index) => {
      const person = people[(plan.from + index) % people.length]
      if (!person) return
      // Unfinished and failed journeys are recent, so that they appear on the first page of the user list.
      const recent = end !== statuses.passed || index % 5 === 0
      const span = recent ? 3 * day : 30 * day
      const startsAt = options.now - 60 * minute - randomInteger(random, Math.floor(span / minute)) * minute
      walks.push(walkOf({ program, person, end, startsAt, random }))
    })
  }
  return walks
}

/** The number of users per outcome in one program, and the index of the program's first user. */
type Size = { passed: number; unfinished: number; failed: number; from: number }

const sizes: Record<ProgramKind, Size> = {
  KYC: { passed: 32, unfinished: 4, failed: 4, from: 0 },
  MeID: { passed: 12, unfinished: 1, failed: 1, from: 0 },
  PoA: { passed: 4, unfinished: 1, failed: 1, from: 0 },
  PoAI: { passed: 3, unfinished: 1, failed: 1, from: 0 },
}
/** The on-chain program has its own users, who follow the 56 users of the first KYC program in the list. */
const onChainSize: Size = { passed: 8, unfinished: 1, failed: 2, from: 56 }

function sizeOf(program: Program): Size {
  if (program.kind !== 'KYC') return sizes[program.kind]
  return isKycOnChain(program) ? onChainSize : sizes.KYC
}

export function isKycOnChain({ kind, mintMode }: { kind: string; mintMode?: string }): boolean {
  return kind === 'KYC' && mintMode === 'on-chain-mint'
}

type DemoPerson = { login: string; ssiWallet: string; wallet: string; customerNo: string; index: number }

function demoPerson(random: Random, index: number): DemoPerson {
  const login = `${pick(random, givenNames)}.${pick(random, familyNames)}${index + 1}@example.com`
  return {
    index,
    login,
    ssiWallet: `0x${random.bytes(20).toString('hex')}`,
    wallet: `0x${random.bytes(20).toString('hex')}`,
    customerNo: `cust-${randomDigits(random, 6)}`,
  }
}

function walkOf(input: {
  program: Program
  person: DemoPerson
  end: string
  startsAt: number
  random: Random
}): DemoWalk {
  const { program, person, end, startsAt, random } = input
  const statuses = statusesOf(program)
  const failure =
    end === statuses.failed ? pick(random, failures[program.kind] ?? [defaultFailure]) : undefined
  const last = statuses.steps.indexOf(failure?.after ?? end)
  let at = startsAt
  const moves: DemoWalk['moves'] = statuses.steps.slice(1, last + 1).map((to) => {
    at += (1 + randomInteger(random, 6)) * minute
    const evidenceHash = evidence(person, program, to)
    const checks = program.checks.filter((check) => decidedAt[to]?.includes(check))
    const decisions: Decision[] = checks.map((check) => ({ check, passed: true, checker, evidenceHash }))
    return { to, at, actor: 'demo', evidenceHash, decisions }
  })
  if (failure) {
    const evidenceHash = evidence(person, program, failure.reason)
    const failed = failure.check !== undefined && program.checks.some((check) => check === failure.check)
    moves.push({
      to: statuses.failed,
      at: at + 2 * minute,
      actor: 'demo',
      reasonCode: failure.reason,
      evidenceHash,
      decisions: failed ? [{ check: failure.check ?? '', passed: false, checker, evidenceHash }] : [],
    })
  }
  // Every third user also has a customer number, except in MeID programs and in programs that require
  // accounts on a chain.
  const hasNumber = program.mintMode === 'cross-chain' && program.kind !== 'MeID' && person.index % 3 === 0
  return {
    program,
    programNo: program.programNo,
    login: person.login,
    ssiWallet: person.ssiWallet,
    account: { kind: 'wallet', chainId: '137', value: person.wallet },
    ...(hasNumber && { further: { kind: 'other', value: person.customerNo } }),
    startsAt,
    moves,
  }
}

const defaultFailure: Failure = { reason: 'face.not-live', after: 'Verification Started' }

function evidence(person: DemoPerson, program: Program, what: string): Buffer {
  return createHash('sha256').update(`demo:${program.programNo}:${person.index}:${what}`).digest()
}
