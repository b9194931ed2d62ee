import { retryOnConflict } from '@touchstone/storage'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectProgramByNo } from '../programs/program-store.ts'
import { type AccountInput, accountFingerprint, canonicalAccount, loginFingerprint } from './account.ts'
import { lockProgramTotal, selectJourneyOf } from './journey-store.ts'
import { lineOf } from './line.ts'
import { upsertAccount, upsertPerson } from './person-store.ts'
import { type Decision, recordMove } from './record-move.ts'

export type StartJourneyInput = {
  programNo: string
  /** The e-mail (or, for MeID, the wallet) that the person proved to own at login. */
  login: string
  ssiWallet: string
  /** How the merchant's page knows this user. */
  accounts: readonly AccountInput[]
  actor: string
  evidenceHash?: Uint8Array
  decisions?: readonly Decision[]
}

export type StartedJourney = {
  journeyId: number
  svcId: string
  status: string
  /** How many entries the journey's journal has. */
  seq: number
  /** It had begun before and was not begun again. */
  resumed: boolean
}

/**
 * The person confirmed the authorization page and logged in. A new person or a failed journey begins at the first
 * step; one that is under way or done is handed back as it is.
 */
export async function startJourney(context: KycContext, input: StartJourneyInput): Promise<StartedJourney> {
  const { vault, clock, random, bucketCapacity } = context
  if (input.login === '') throw new InputError('login', 'must not be empty')

  return await retryOnConflict(() =>
    tablesOf(context)
      .transaction()
      .execute(async (db) => {
        const program = await selectProgramByNo(db, input.programNo)
        if (!program) throw new InputError('program', 'is not known')
        if (!program.active) throw new InputError('program', 'is not active')
        const total = await lockProgramTotal(db, program.id)
        const now = clock.now()
        const at = new Date(now)

        const person = await upsertPerson(db, {
          svcId: random.bytes(12).toString('hex'),
          loginFingerprint: loginFingerprint(vault, input.login),
          loginSealed: vault.seal(canonicalAccount(input.login)),
          ssiWallet: input.ssiWallet,
          at,
        })
        const login = { kind: 'login' as const, chainId: '', value: input.login }
        for (const account of [login, ...input.accounts]) {
          await upsertAccount(db, {
            merchantId: program.merchantId,
            personId: person.id,
            fingerprint: accountFingerprint(vault, account.value),
            kind: account.kind,
            chainId: account.kind === 'wallet' ? account.chainId : '',
            sealed: vault.seal(canonicalAccount(account.value)),
            at,
          })
        }

        const journey = await selectJourneyOf(db, program.id, person.id)
        const line = lineOf(program)
        if (journey && journey.status !== line.failed) {
          const { id: journeyId, status, seq } = journey
          return { journeyId, svcId: person.svcId, status, seq, resumed: true }
        }
        const move = { to: line.steps[0], actor: input.actor, ...evidenceOf(input) }
        const moved = await recordMove(db, { program, total, person, journey, move, now, bucketCapacity })
        return { ...moved, svcId: person.svcId, resumed: false }
      }),
  )
}

function evidenceOf(input: StartJourneyInput) {
  return {
    ...(input.evidenceHash && { evidenceHash: input.evidenceHash }),
    ...(input.decisions && { decisions: input.decisions }),
  }
}
