import type { FaceChecker, Gallery } from '@touchstone/biometrics'
import type { ChainMinter } from '@touchstone/chain'
import type { verifyLogin } from '@touchstone/chain/accounts'
import type { Clock, Logger, Random, Vault } from '@touchstone/common'
import type { IssuerDesk, Verifier } from '@touchstone/credential'
import type { DocumentReader } from '@touchstone/documents'
import type { KycContext, TokenDesk } from '@touchstone/kyc'
import type { Screening } from '@touchstone/screening'
import type { Database, JobQueue } from '@touchstone/storage'
import type { Kysely, Transaction } from 'kysely'
import type { Mailer } from './mail/mailer.ts'
import type { ProgramOnChain } from './people/program-on-chain.ts'
import type { CaptureQueue } from './steps/capture-queue.ts'
import type { VerificationTables } from './tables.ts'

export type WalletClient = NonNullable<Parameters<typeof verifyLogin>[0]['client']>

/** The chains, as the journey needs them. */
export type JourneyChains = {
  /** Where every person has a token. */
  readonly home: string
  minter(chainId: string): Promise<ChainMinter>
  /** Every token that a chain was ever asked for, for a person; one that is under way is waited for. */
  mintedFor(person: `0x${string}`): Promise<{ chainId: string; tokenId: string }[]>
  /** Makes the contract ask what the program asks. */
  ensureAsked(chainId: string, program: ProgramOnChain): Promise<void>
  /** Where the user's own wallet approves. */
  verifierAddress(chainId: string): Promise<`0x${string}`>
  /** What the contract takes as the challenge of the next proof that this wallet hands it. */
  nextChallenge(chainId: string, of: { cooperator: `0x${string}`; user: `0x${string}` }): Promise<bigint>
  /** Where contract wallets are asked whether they signed; undefined where the chain has no node. */
  client?(chainId: string): Promise<WalletClient | undefined>
}

/** The trades, each opened when it is needed first: a trade that can't be opened fails the step, not the service. */
export type Trades = {
  documents(): Promise<DocumentReader>
  faces(): Promise<FaceChecker>
  gallery(): Promise<Gallery>
  screening(): Promise<Screening>
  verifier(): Promise<Verifier>
}

/** What every function of the journey is handed. */
export type VerificationContext = {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly vault: Vault
  readonly logger: Logger
  readonly kyc: KycContext
  readonly tokenDesk: TokenDesk
  readonly issuer: IssuerDesk
  readonly chains: JourneyChains
  readonly trades: Trades
  readonly mailer: Mailer
  readonly jobs: Pick<JobQueue, 'send'>
  /** Journeys that this process takes on at this moment, by their number. */
  readonly underWay: Map<number, Promise<void>>
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
