import type { ProgramKind } from '../statuses.ts'
import type { KycResultsMessage, PageMethod, WalletTransaction } from './messages.ts'
import type { FailureScreen } from './screens.ts'

/** Stages of a journey that the progress bar shows, in order. A program uses some of them. */
export const stages = [
  'authorize',
  'login',
  'document',
  'liveness',
  'location',
  'address',
  'investor',
  'screening',
  'proof',
  'mint',
  'consent',
] as const
/** A stage of a journey. */
export type Stage = (typeof stages)[number]

/**
 * The content of the verification page. The page contains no rules. It renders the step and sends the
 * requested input.
 */
export type FrameView = {
  /** Changes whenever the view changes. */
  version: string
  /** `support` is the e-mail address or https URL of the merchant's support. */
  merchant: { name: string; support?: string }
  program: {
    programNo: string
    name: string
    kind: ProgramKind
    checks: string[]
    theme: 'auto' | 'light' | 'dark'
  }
  chainId: string
  stages: Stage[]
  /** Stage of the current step. */
  stage: Stage
  /** The logged-in account, shortened, such as `a…z@example.com` or `0x12…ab`. */
  login?: string
  /** Challenge that the device's wallet signs to prove that it is present. */
  deviceChallenge: string
  /** Whether the person's wallet is on this device and can be exported from here. */
  holdsWallet: boolean
  /** Whether the person shares a result with this merchant. The person can withdraw it. */
  shared: boolean
  /**
   * Device that shows this view: the one on which the journey started, or a phone that took over part of it.
   */
  device: 'own' | 'phone'
  /** Only set on the device that offered the hand-off. */
  handOff?: { state: 'offered' | 'claimed' | 'confirmed'; digits?: string; expiresAt: number }
  step: FrameStep
}

/** Name of a field in an identity document. */
export type DocumentFieldName =
  | 'surname'
  | 'givenNames'
  | 'number'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'expiryDate'
  | 'issuingState'

/** Why an account can't be used: the program requires a wallet, or an EVM wallet. */
export type AccountProblem = 'wallet-needed' | 'evm-wallet-needed'

/** Action that the person performs during the liveness check. */
export type LivenessAction = 'turn-left' | 'turn-right' | 'nod' | 'open-mouth' | 'blink' | 'come-closer'
/** Colour that the screen shows during the liveness check. */
export type LivenessColour = 'red' | 'yellow' | 'green' | 'cyan' | 'blue' | 'magenta'
/** Actions and colours of a liveness check, with their times. */
export type LivenessChallenge = {
  id: string
  steps: { action: LivenessAction; fromMs: number; toMs: number }[]
  flashes: { colour: LivenessColour; fromMs: number; toMs: number }[]
  /** Milliseconds until the challenge expires. */
  expiresInMs: number
  /** Number of pictures that the page should take per second at first; 8 if absent. */
  framesPerSecond?: number
}

/** Answer to pictures of a capture: how many the page should take per second from now on. */
export type LivenessFrames = { framesPerSecond: number }

/**
 * A challenge, or the person's position in the queue for the camera and the expected wait. Poll again after two
 * seconds while `ahead` is present.
 */
export type LivenessTurn = { challenge: LivenessChallenge } | { ahead: number; waitSeconds?: number }

/** Number of images that are not analysed yet. Poll again immediately. 0 means that the result is final. */
export type LivenessFinished = { left: number }

/** Name of a background task. */
export type WorkName = 'screening' | 'issue' | 'mint' | 'on-chain' | 'approval'

/** Current step of the verification. */
export type FrameStep =
  /**
   * `asks` lists the stages of the verification. `keeps` lists the data that is stored, with the number of
   * days. 0 means that it is not stored.
   */
  | {
      name: 'authorize'
      asks: Stage[]
      keeps: {
        what: 'document' | 'face' | 'faceprint' | 'identity' | 'location' | 'statement' | 'result'
        days: number
      }[]
      loginMode: 'email' | 'wallet'
      /** The account's wallet has to sign a message. */
      checkAddress: boolean
      /** The account to be verified. Missing until the hosting page has provided it. */
      account?: { value: string; network?: string }
      /** Why the account can't be used. */
      problem?: AccountProblem
      /** Requests that the hosting page must support in addition to `getUserAccounts`. */
      needs: PageMethod[]
      /** Whether the person already agreed for another account or chain. */
      again: boolean
    }
  | { name: 'login-email' }
  | {
      name: 'login-code'
      sentTo: string
      resendAt: number
      expiresAt: number
      triesLeft: number
      /** Whether the code is in the start page's built-in mailbox because no e-mail was sent. */
      mailbox: boolean
    }
  /** The person chooses which of the hosting page's accounts to log in with. */
  | { name: 'login-wallet'; accounts: string[] }
  /** The program or the page requires a signature from the wallet. */
  | { name: 'check-address'; account: string }
  /**
   * `keptDays` is set if the person agreed that the images are stored for a review. It is the maximum number
   * of days.
   */
  | { name: 'document'; kinds: ('passport' | 'id-card' | 'visa')[]; keptDays?: number }
  | {
      name: 'document-confirm'
      kind: 'passport' | 'id-card' | 'visa'
      fields: Record<DocumentFieldName, string>
      /** Countries of the fields as ISO 3166-1 alpha-2 codes, so that the page can show their names. */
      countries: { nationality?: string | undefined; issuingState?: string | undefined }
      /** Fields that the person can correct. */
      editable: DocumentFieldName[]
      /** Corrections that were rejected. */
      refused: DocumentFieldName[]
    }
  /**
   * The document was misread three times. If the person agrees, the next images are stored for a review for this
   * number of days.
   */
  | { name: 'document-review'; days: number }
  /**
   * `colourFree` is set if the program allows a recording without coloured light, which a person reviews
   * within `days` days.
   */
  | { name: 'liveness'; colourFree?: { chosen: boolean; days: number } }
  | { name: 'location' }
  | { name: 'address' }
  | { name: 'investor'; providers: { id: string; name: string; description: string }[] }
  /** The service is working. The page polls the view. */
  | { name: 'working'; works: { name: WorkName; state: 'waiting' | 'running' | 'done' }[] }
  /** An operator is reviewing the case. This can take days, and the page can be closed. */
  | { name: 'review'; what: 'sanction' | 'faceprint' | 'document' | 'liveness'; since: number }
  /** Inputs of the proof. `credential` and `questions` have the format of `@touchstone/credential/holder`. */
  | {
      name: 'prove'
      credential: unknown
      questions: unknown
      context: {
        merchant: string
        program: string
        wallet: string
        chain: string
        today: string
        challenge: string
      }
    }
  /**
   * The device does not hold the secret that the credential was issued to, so the person has to import the
   * exported file. An empty commitment means that the offered wallet belongs to another person and the device
   * has to create a new one.
   */
  | {
      name: 'wallet-missing'
      commitment: string
      /** The person's face is enrolled. A face check can replace the file and moves the person to this device. */
      face: boolean
    }
  /** The user's own wallet sends the approval, for on-chain transactional programs. */
  | { name: 'approve'; transaction: WalletTransaction }
  | {
      name: 'consent'
      /**
       * The program's checks with their results for this person, which the merchant receives in addition to
       * the status.
       */
      shares: { check: string; passed: boolean | undefined }[]
      /** Minimum age that the program checks. */
      minimumAge?: number
      account: string
      /** The chain of the wallet. */
      network?: string
      /** The person already holds the credential. */
      reused: boolean
      /** The result is already shared for another account. This account is added. */
      further: boolean
      /**
       * The account that the person is bound to, shortened, and when it can be changed. Null if it cannot be changed.
       */
      bound?: { account: string; movableAt: number | null }
    }
  | {
      name: 'done'
      finished: { verifiedAddress: string; programNo: string; kycResults?: KycResultsMessage }
      tokens: { chainId: string; network: string; tokenId: string }[]
      completedAt: number
    }
  | {
      name: 'failed'
      screen: FailureScreen
      /** Stable reason code, such as `document.expired`. */
      reason: string
      /** The part that the person can retry: this step, the whole verification, or nothing on this page. */
      retry: 'step' | 'start' | 'none'
      attemptsLeft: number
    }
  | { name: 'paused'; screen: FailureScreen; reason: string; until: number }
  /** Shown on the first device while the phone continues. */
  | { name: 'on-phone'; step: string }
  /** Shown on the phone while the person confirms the digits on the other screen. */
  | { name: 'phone-confirm'; digits: string }
  /** Shown on the phone when its part is complete. */
  | { name: 'phone-done' }
  /** The person requested erasure. */
  | { name: 'forgotten'; receipt: ForgetReceipt }
  /** The person withdrew the shared result. `complete` is true once the chains have recorded it. */
  | { name: 'withdrawn'; at: number; complete: boolean }

/** Receipt of an erasure, shown to the person. */
export type ForgetReceipt = {
  receiptId: string
  at: number
  /** False while a token is waiting to be burned. */
  complete: boolean
  removed: {
    faceprints: number
    accounts: number
    journeys: number
    tokens: { chainId: string; tokenId: string; burnt: boolean }[]
  }
}

/** Body of every error response of the frame API and the dashboard API. */
export type FrameError = { error: { code: string; message: string; remedy: string; retryable: boolean } }
