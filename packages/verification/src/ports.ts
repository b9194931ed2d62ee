import type { FaceChecker, FaceLimits, FollowedCapture, Gallery } from '@touchstone/biometrics'
import type { ChainMinter, CredentialKind } from '@touchstone/chain'
import type { AptosKeySource, verifyLogin } from '@touchstone/chain/accounts'
import type { ProgramRequirement } from '@touchstone/contract'
import type { Questions, Verifier } from '@touchstone/credential'
import type { DocumentReader } from '@touchstone/documents'
import type { Screening } from '@touchstone/screening'

/** A program as it is represented in circuits and contracts. */
export type ProgramOnChain = {
  kind: CredentialKind
  merchant: bigint
  program: bigint
  /** The address that identifies the program in calls to contracts. */
  cooperator: `0x${string}`
  questions: Questions
}

export type WalletClient = NonNullable<Parameters<typeof verifyLogin>[0]['client']>

export type JourneyChains = {
  /** The chain on which every person has a token. */
  readonly home: string
  minter(chainId: string): Promise<ChainMinter>
  /**
   * Returns every token ever requested for a person, after waiting for tokens that are being minted. With
   * `waits: false`, omits these tokens instead of waiting.
   */
  mintedFor(
    person: `0x${string}`,
    options?: { waits?: boolean },
  ): Promise<{ chainId: string; tokenId: string }[]>
  /** Registers the program's requirements with the contract of a chain. */
  ensureRegistered(chainId: string, program: ProgramOnChain): Promise<void>
  /** Returns the contract to which the user's own wallet submits its approval. */
  verifierAddress(chainId: string): Promise<`0x${string}`>
  /** Returns the challenge that the contract expects in the wallet's next proof. */
  nextChallenge(chainId: string, of: { cooperator: `0x${string}`; user: `0x${string}` }): Promise<bigint>
  /**
   * Returns a client that verifies the signatures of contract wallets, or undefined if no node is configured
   * for the chain.
   */
  client?(chainId: string): Promise<WalletClient | undefined>
  /** Returns the current authentication key of an Aptos account. */
  aptosKey?: AptosKeySource
}

/** Measures faces, in this process or in workers. */
export type FaceMeasurer = Pick<FaceChecker, 'measureFrames' | 'measurePicture'>

/**
 * The checkers. Each checker is opened on first use, so that a checker that cannot be opened affects only the
 * steps that need it. `merchant` is the merchant for whose program a picture is checked. Merchants take turns
 * in the queues.
 */
export type Checkers = {
  documents(merchant: string): Promise<Pick<DocumentReader, 'read' | 'readAddressProof'>>
  faces(merchant: string): Promise<FaceMeasurer>
  /** The limits for the models of `faces`. They are available before the models are opened. */
  faceLimits(): FaceLimits
  gallery(): Promise<Gallery>
  screening(): Promise<Screening>
  verifier(): Promise<Verifier>
}

/** Something that the installation lacks, and how the operator adds it. */
export type Lack = { requirement: ProgramRequirement; found: string; remedy: string }

/** Reports what the installation lacks for verifications. */
export type Installation = {
  /** Returns undefined if the requirement is met. `chainId` is the chain on which a result is stored. */
  lack(requirement: ProgramRequirement, chainId: string): Promise<Lack | undefined>
}

/** Whether the code verifies a person or signs someone in to the dashboard. */
export type CodePurpose = 'verify' | 'sign-in'

/**
 * An action taken with a person's login: sharing for another account, moving a MeID, deleting the data, moving
 * the credentials to another device, or a hand-off. A kind that ends in `-asked` is a request to which the
 * person can object.
 */
export type NoticeKind =
  | 'account'
  | 'moved'
  | 'move-asked'
  | 'forgotten'
  | 'forget-asked'
  | 'device'
  | 'hand-off'

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
  /** `objectionUrl` leads to the page on which the person can object. */
  sendNotice(mail: {
    to: string
    kind: NoticeKind
    locale: string
    merchant: string
    at: number
    objectionUrl?: string
  }): Promise<void>
  /** Connects to the mail server and signs in. Fails with the reason. */
  check(): Promise<void>
  /** Sends a test message to the operator. */
  sendTest(to: string): Promise<void>
  close(): void
}

/** Measures how many frames the workers process. */
export type Throughput = {
  /**
   * Must be called when a worker receives a batch. The returned function must be called with the number of
   * measured frames.
   */
  begin(): (measured: number) => void
  /** The measured rate of all workers together, based on worker time. */
  framesPerSecond(): number
  /** The number of cameras that the workers can keep up with; at least 1. */
  seats(): number
}

/** Reports when this process could not handle events. */
export type ProcessLag = {
  /**
   * Returns for how many milliseconds between the two given times this process could not handle events.
   */
  during(from: number, to: number): number
}

/**
 * Limits concurrent captures, because measuring faces uses much of a CPU core. People wait before the camera
 * starts instead of during a challenge, which expires. Each process has its own queue and its own workers.
 */
export type CaptureQueue = {
  /**
   * `ahead` is 0 if the camera can start. Otherwise it is the person's position in the queue. Seats alternate
   * between merchants, so the position can move back when a person from another merchant arrives. The page
   * repeats the call to keep its position.
   */
  place(who: { journeyId: number; merchant: string }): { ahead: number; waitSeconds: number }
  /** Keeps the seat of a person whose pictures are arriving. */
  keepSeat(journeyId: number): void
  /** The number of people who have a seat. */
  seated(): number
  /** Holds the seat of a person who must start again because the service was busy. */
  holdSeat(journeyId: number): void
  leave(journeyId: number): void
  /** Measures a capture's pictures in order of arrival. Never rejects. */
  measure(captureId: string, work: () => Promise<void>): Promise<void>
  /** Stores the state that is required to measure the person's next pictures. */
  follow(journeyId: number, followed: FollowedCapture): void
  followed(journeyId: number): FollowedCapture | undefined
  /** Resolves when this process has measured all pictures that it has received for the capture. */
  measured(captureId: string): Promise<void>
  isMeasuring(captureId: string): boolean
  /** Resolves when no pictures are being measured. */
  settled(): Promise<void>
}
