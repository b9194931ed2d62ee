import type { FaceChecker, FaceLimits, Gallery } from '@touchstone/biometrics'
import type { ChainMinter, CredentialKind } from '@touchstone/chain'
import type { verifyLogin } from '@touchstone/chain/accounts'
import type { Questions, Verifier } from '@touchstone/credential'
import type { DocumentReader } from '@touchstone/documents'
import type { Screening } from '@touchstone/screening'

/** A program as circuits and contracts represent it. */
export type ProgramOnChain = {
  kind: CredentialKind
  merchant: bigint
  program: bigint
  /** The address that identifies the program in contract queries. */
  cooperator: `0x${string}`
  questions: Questions
}

export type WalletClient = NonNullable<Parameters<typeof verifyLogin>[0]['client']>

/** The journey's interface to the chains. */
export type JourneyChains = {
  /** The chain on which every person has a token. */
  readonly home: string
  minter(chainId: string): Promise<ChainMinter>
  /** Returns every token ever requested for a person. Waits for tokens that are being minted. */
  mintedFor(person: `0x${string}`): Promise<{ chainId: string; tokenId: string }[]>
  /** Registers the program's questions with the contract. */
  ensureRegistered(chainId: string, program: ProgramOnChain): Promise<void>
  /** The contract to which the user's own wallet submits its approval. */
  verifierAddress(chainId: string): Promise<`0x${string}`>
  /** Returns the challenge that the contract expects in this wallet's next proof. */
  nextChallenge(chainId: string, of: { cooperator: `0x${string}`; user: `0x${string}` }): Promise<bigint>
  /**
   * Returns a client for verifying the signatures of contract wallets; undefined if the chain has no node.
   */
  client?(chainId: string): Promise<WalletClient | undefined>
}

/**
 * The checkers. Each is opened when it is first needed, so that a failure affects the step and not the
 * service.
 */
export type Checkers = {
  documents(): Promise<DocumentReader>
  faces(): Promise<FaceChecker>
  /** The limits of the models of `faces`; available without opening them. */
  faceLimits(): FaceLimits
  gallery(): Promise<Gallery>
  screening(): Promise<Screening>
  verifier(): Promise<Verifier>
}

/** To verify a person, or to sign in to the dashboard. */
export type CodePurpose = 'verify' | 'sign-in'

export type Mailer = {
  /** Whether mails are only stored and shown on the start page. */
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

/** Measures how fast this process measures frames. */
export type Throughput = {
  /** Call it when a worker gets a batch, and the returned function with the number of measured frames. */
  begin(): (measured: number) => void
  /** Of all workers together, in their own time. */
  framesPerSecond(): number
  /** The number of cameras that the workers keep up with; at least 1. */
  seats(): number
}

/** Reports when this process did not get to its events. */
export type ProcessLag = {
  /** Milliseconds between the two times, by the clock, in which the process handled no event. */
  during(from: number, to: number): number
}

/**
 * Measuring faces takes much of a core. People wait before the camera starts instead of during a challenge,
 * which expires. Each process has its own queue, like the workers that measure the pictures.
 */
export type CaptureQueue = {
  /**
   * `ahead` is 0 if the camera can start; otherwise the person's place in the queue. Seats are given to the
   * merchants in turn, so a place can move back when a person of another merchant arrives. The page calls
   * again to keep the place.
   */
  place(who: { journeyId: number; merchant: string }): { ahead: number; waitSeconds: number }
  /** Keeps the seat, because pictures arrived. */
  keepSeat(journeyId: number): void
  /** Keeps the seat for a person who has to start again because the service was busy. */
  holdSeat(journeyId: number): void
  leave(journeyId: number): void
  /** Measures pictures of a capture in the order of arrival. Never rejects. */
  measure(captureId: string, work: () => Promise<void>): Promise<void>
  /** Resolves when this process has measured all pictures of the capture received so far. */
  measured(captureId: string): Promise<void>
  isMeasuring(captureId: string): boolean
  /** Resolves when no pictures are being measured. */
  settled(): Promise<void>
}
