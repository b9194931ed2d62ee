import type { Clock, Logger, Random, Vault } from '@touchstone/common'
import type { IssuerService } from '@touchstone/credential'
import type { KycContext, TokenService } from '@touchstone/kyc'
import type { Database, JobQueue } from '@touchstone/storage'
import type { Kysely, Transaction } from 'kysely'
import type {
  CaptureQueue,
  Checkers,
  Installation,
  JourneyChains,
  Mailer,
  ProcessLag,
  Throughput,
} from './ports.ts'
import type { VerificationTables } from './tables.ts'

/** The dependencies that the functions of this package share. */
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
  readonly installation: Installation
  readonly mailer: Mailer
  readonly jobs: Pick<JobQueue, 'send'>
  /** Journeys that this process is advancing, by journey number. */
  readonly inProgress: Map<number, Promise<void>>
  /** The people whose capture is in progress and the people who are waiting for a seat. */
  readonly captures: CaptureQueue
  /** How fast this process measures frames. Determines the number of seats in `captures`. */
  readonly throughput: Throughput
  readonly lag: ProcessLag
  readonly production: boolean
  /**
   * Number of days for which a faceprint is kept after the erasure of a person who was enrolled for uniqueness.
   * 0 keeps none.
   */
  readonly tombstoneDays: number
  /** The maximum numbers of open reviews. Further reviews wait until one is decided. */
  readonly reviewLimits: { ofPerson: number; ofNetwork: number; ofNetworkAndMerchant: number }
  /** The public origin of the verification page, without a trailing slash. */
  readonly publicUrl: () => string
}

export type VerificationDb = Kysely<VerificationTables> | Transaction<VerificationTables>

export function journeyTablesOf(context: { database: Database }): Kysely<VerificationTables> {
  return context.database.tables<VerificationTables>()
}
