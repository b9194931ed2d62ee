import { retryOnConflict } from '@touchstone/storage'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { type Program, selectProgramByNo, selectProgramOf } from '../programs/program-store.ts'
import { accountColumn, loginColumn } from '../sealed-columns.ts'
import { accountFingerprint, canonicalAccount, loginFingerprintIn } from './account.ts'
import { insertAccount } from './account-store.ts'
import { type Agreement, agree } from './agree-account.ts'
import { type Journey, lockProgramTotal, selectJourney, selectJourneyOf } from './journey-store.ts'
import { upsertPerson } from './person-store.ts'
import { type Decision, recordMove } from './record-move.ts'
import { statusesOf } from './statuses.ts'

export type StartJourneyInput = {
  programNo: string
  /**
   * The version that the person saw. Defaults to the newest version. A journey in progress keeps its version.
   */
  version?: number
  /** The email address (or, for MeID, the wallet) that the person verified at login. */
  login: string
  ssiWallet: string
  /**
   * The identifier that the merchant's page uses for the user, and that the person agreed to use on the
   * authorization page.
   */
  agreement?: Agreement
  actor: string
  evidenceHash?: Uint8Array
  decisions?: readonly Decision[]
}

export type StartedJourney = {
  journeyId: number
  svcId: string
  status: string
  /** The number of entries in the journey's journal. */
  seq: number
  /** True if the journey already existed and was not started again. */
  resumed: boolean
}

/**
 * Starts a journey after the person has confirmed the authorization page and logged in. A new or failed
 * journey starts at the first step. A journey that is in progress or complete is returned unchanged.
 */
export async function startJourney(context: KycContext, input: StartJourneyInput): Promise<StartedJourney> {
  const { vault, clock, random } = context
  if (input.login === '') throw new InputError('login', 'must not be empty')

  return await retryOnConflict(() =>
    tablesOf(context)
      .transaction()
      .execute(async (db) => {
        const newest = await selectProgramByNo(db, input.programNo)
        if (!newest) throw new InputError('program', 'is not known')
        if (!newest.active) throw new InputError('program', 'is not active')
        const { version = newest.version } = input
        const program = await selectProgramOf(db, { programId: newest.id, version })
        const total = await lockProgramTotal(db, program.id)
        const now = clock.now()
        const at = new Date(now)

        const svcId = random.bytes(12).toString('hex')
        const person = await upsertPerson(db, {
          svcId,
          loginFingerprint: loginFingerprintIn(vault, program, input.login),
          loginSealed: vault.seal(canonicalAccount(input.login), loginColumn.at(svcId)),
          ssiWallet: input.ssiWallet,
          test: program.test,
          at,
        })
        const journey = await selectJourneyOf(db, program.id, person.id)
        const statuses = statusesOf(program)
        // An expired journey starts over in the same way as a failed journey.
        if (journey && journey.status !== statuses.failed && journey.expiredAt === null) {
          const { id: journeyId, status, seq } = journey
          // In a complete journey, the person must first consent to each additional account.
          if (status !== statuses.passed)
            await agreeTo(db, context, input, { journey, program: await selectProgramOf(db, journey) })
          return { journeyId, svcId: person.svcId, status, seq, resumed: true }
        }
        const move = { to: statuses.steps[0], actor: input.actor, ...evidenceOf(input) }
        const moved = await recordMove(db, context, { program, total, person, journey, move, now })
        // The users list shows the login to the merchant, so a query by login must also find the journey.
        if (!journey) {
          const fingerprint = accountFingerprint(vault, input.login)
          await insertAccount(db, {
            journeyId: moved.journeyId,
            programId: program.id,
            kind: 'login',
            chainId: '',
            fingerprint,
            lowerFingerprint: null,
            sealed: vault.seal(canonicalAccount(input.login), accountColumn.at(moved.journeyId, fingerprint)),
            at,
          })
        }
        const begun = await selectJourney(db, moved.journeyId)
        if (begun) await agreeTo(db, context, input, { journey: begun, program })
        return { ...moved, svcId: person.svcId, resumed: false }
      }),
  )
}

async function agreeTo(
  db: KycDb,
  context: KycContext,
  { agreement, actor }: StartJourneyInput,
  of: { journey: Journey; program: Program },
): Promise<void> {
  if (agreement) await agree(db, context, { ...agreement, actor, ...of })
}

function evidenceOf(input: StartJourneyInput) {
  return {
    ...(input.evidenceHash && { evidenceHash: input.evidenceHash }),
    ...(input.decisions && { decisions: input.decisions }),
  }
}
