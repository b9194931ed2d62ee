import type { FaceChecker, FaceLimits, FollowedFaces, Gallery } from '@touchstone/biometrics'
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

/** Gives journeys access to the chains. */
export type JourneyChains = {
  /** The chain on which every person has a token. */
  readonly home: string
  minter(chainId: string): Promise<ChainMinter>
  /** Returns every token ever requested for a person. Waits for tokens that are being minted. */
  mintedFor(person: `0x${string}`): Promise<{ chainId: string; tokenId: string }[]>
  /** Registers the program's requirements with the contract. */
  ensureRegistered(chainId: string, program: ProgramOnChain): Promise<void>
  /** Returns the contract to which the user's own wallet submits its approval. */
  verifierAddress(chainId: string): Promise<`0x${string}`>
  /** Returns the challenge that the contract expects in the wallet's next proof. */
  nextChallenge(chainId: string, of: { cooperator: `0x${string}`; user: `0x${string}` }): Promise<bigint>
  /** Returns a client that verifies signatures of contract wallets, or undefined if the chain has no node. */
  client?(chainId: string): Promise<WalletClient | undefined>
}

/** Measures faces in this process or in others. */
export type FaceMeasurer = Pick<FaceChecker, 'measureFrames' | 'measurePicture'>

/** The checkers. Each is opened on first use, so that a failure affects only the step that needs it. */
export type Checkers = {
  documents(): Promise<Pick<DocumentReader, 'read' | 'readAddressProof'>>
  faces(): Promise<FaceMeasurer>
  /** Limits for the models of `faces`. Available before they are opened. */
  faceLimits(): FaceLimits
  gallery(): Promise<Gallery>
  screening(): Promise<Screening>
  verifier(): Promise<Verifier>
}

/** Whether a code verifies a person or signs someone in to the dashboard. */
export type CodePurpose = 'verify' | 'sign-in'

export type Mailer = {
  /** Whether mails are only stored and shown on the start page instead of being sent. */
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
  /**
   * Call it when a worker receives a batch. Call the returned function with the number of measured frames.
   */
  begin(): (measured: number) => void
  /** The total for all workers, based on worker time. */
  framesPerSecond(): number
  /** The number of cameras that the workers keep up with; at least 1. */
  seats(): number
}

/** Reports when this process could not handle events. */
export type ProcessLag = {
  /** Returns for how many milliseconds between the two times the process handled no event. */
  during(from: number, to: number): number
}

/**
 * Limits concurrent captures, because measuring faces uses much of a CPU core. People wait before the camera
 * starts instead of during a challenge, which expires. Each process has its own queue and its own workers.
 */
export type CaptureQueue = {
  /**
   * `ahead` is 0 if the camera can start. Otherwise it is the person's position in the queue. Seats alternate
   * between merchants, so the position can move back when another merchant's person arrives. The page repeats
   * the call to keep its position.
   */
  place(who: { journeyId: number; merchant: string }): { ahead: number; waitSeconds: number }
  /** Keeps the seat of a person whose pictures are arriving. */
  keepSeat(journeyId: number): void
  /** Number of people who have a seat. */
  seated(): number
  /** Keeps the seat of a person who must start again because the service was busy. */
  holdSeat(journeyId: number): void
  leave(journeyId: number): void
  /** Measures a capture's pictures in order of arrival. Never rejects. */
  measure(captureId: string, work: () => Promise<void>): Promise<void>
  /** Keeps the position of the faces in this person's last measured pictures. The next pictures need no search. */
  follow(journeyId: number, faces: FollowedFaces): void
  followed(journeyId: number): FollowedFaces | undefined
  /** Resolves when this process has measured all pictures that it has received for the capture. */
  measured(captureId: string): Promise<void>
  isMeasuring(captureId: string): boolean
  /** Resolves when no pictures are being measured. */
  settled(): Promise<void>
}
