import type { Clock, Logger, Random, Vault } from '@touchstone/common'
import type { IssuerService } from '@touchstone/credential'
import type { KycContext, TokenService } from '@touchstone/kyc'
import type { Database, JobQueue } from '@touchstone/storage'
import type { Kysely, Transaction } from 'kysely'
import type { CaptureQueue, Checkers, JourneyChains, Mailer } from './ports.ts'
import type { VerificationTables } from './tables.ts'

/** What every function of the journey is handed. */
export type VerificationContext = {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly vault: Vault
  readonly logger: Logger
  readonly kyc: KycContext
  readonly tokenService: TokenService
  readonly issuer: IssuerService
  readonly chains: JourneyChains
  readonly checkers: Checkers
  readonly mailer: Mailer
  readonly jobs: Pick<JobQueue, 'send'>
  /** Journeys that this process takes on at this moment, by their number. */
  readonly inProgress: Map<number, Promise<void>>
  /** Who is before a camera at this moment, and who waits for it. */
  readonly captures: CaptureQueue
  readonly production: boolean
  /** Where browsers reach the frame, without a slash at the end. */
  readonly publicUrl: () => string
}

export type VerificationDb = Kysely<VerificationTables> | Transaction<VerificationTables>

export function journeyTablesOf(context: { database: Database }): Kysely<VerificationTables> {
  return context.database.tables<VerificationTables>()
}
