import type { FaceChecker, FaceLimits, Gallery } from '@touchstone/biometrics'
import type { ChainMinter, CredentialKind } from '@touchstone/chain'
import type { verifyLogin } from '@touchstone/chain/accounts'
import type { Questions, Verifier } from '@touchstone/credential'
import type { DocumentReader } from '@touchstone/documents'
import type { Screening } from '@touchstone/screening'

/** A program as the circuits and the contracts know it. */
export type ProgramOnChain = {
  kind: CredentialKind
  merchant: bigint
  program: bigint
  /** The address that contracts ask under. */
  cooperator: `0x${string}`
  questions: Questions
}

export type WalletClient = NonNullable<Parameters<typeof verifyLogin>[0]['client']>

/** The chains, as the journey needs them. */
export type JourneyChains = {
  /** Where every person has a token. */
  readonly home: string
  minter(chainId: string): Promise<ChainMinter>
  /** Every token that a chain was ever asked for, for a person; one that is under way is waited for. */
  mintedFor(person: `0x${string}`): Promise<{ chainId: string; tokenId: string }[]>
  /** Makes the contract ask what the program asks. */
  ensureRegistered(chainId: string, program: ProgramOnChain): Promise<void>
  /** Where the user's own wallet approves. */
  verifierAddress(chainId: string): Promise<`0x${string}`>
  /** What the contract takes as the challenge of the next proof that this wallet hands it. */
  nextChallenge(chainId: string, of: { cooperator: `0x${string}`; user: `0x${string}` }): Promise<bigint>
  /** Where contract wallets are asked whether they signed; undefined where the chain has no node. */
  client?(chainId: string): Promise<WalletClient | undefined>
}

/** The checkers, each opened when it is needed first: a trade that can't be opened fails the step, not the service. */
export type Checkers = {
  documents(): Promise<DocumentReader>
  faces(): Promise<FaceChecker>
  /** What the models of `faces` are judged by; known without opening them. */
  faceLimits(): FaceLimits
  gallery(): Promise<Gallery>
  screening(): Promise<Screening>
  verifier(): Promise<Verifier>
}

/** Sends what a person has to read. Where no server is set, a built-in mailbox takes it. */
/** To verify a person, or to sign in to the dashboard. */
export type CodePurpose = 'verify' | 'sign-in'

export type Mailer = {
  /** Nothing is really sent: the start page shows it. */
  readonly isMailbox: boolean
  sendCode(mail: {
    to: string
    code: string
    locale: string
    merchant: string
    purpose?: CodePurpose
  }): Promise<void>
  close(): void
}

/**
 * Reading a face takes most of a core: who would have to wait for pictures to be read waits before the camera starts
 * instead, and not with a challenge that runs out. Held by the process, as the workers are that read the pictures.
 */
export type CaptureQueue = {
  /** 0: the camera can start. Otherwise this many are before it, itself counted; it asks again to keep its place. */
  place(journeyId: number): number
  /** Pictures came: somebody sits there. */
  stays(journeyId: number): void
  leave(journeyId: number): void
  /** Measures pictures of a capture, those of one capture in the order in which they came. Never rejects. */
  measure(captureId: string, work: () => Promise<void>): Promise<void>
  /** When all that came of a capture so far has been measured by this process. */
  measured(captureId: string): Promise<void>
  isMeasuring(captureId: string): boolean
  /** When nothing is measured any more. */
  settled(): Promise<void>
}
