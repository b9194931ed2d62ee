import type { ProgramKind } from '../statuses.ts'
import type { KycResultsMessage, PageMethod, WalletTransaction } from './messages.ts'
import type { FailureScreen } from './screens.ts'
import type { TestOutcome } from './test-outcomes.ts'

/** Stages of a journey that the progress bar shows, in order. Each program uses some of these stages. */
export const stages = [
  'authorize',
  'login',
  'test',
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
 * The content of the verification page. The page contains no rules. It only renders the current step and
 * sends the input that the step requests.
 */
export type FrameView = {
  /** Changes whenever the view changes. */
  version: string
  /** `support` is the merchant's support contact: an e-mail address or an https URL. */
  merchant: { name: string; support?: string }
  program: {
    programNo: string
    name: string
    kind: ProgramKind
    checks: string[]
    theme: 'auto' | 'light' | 'dark'
    /** Set if the program is in test mode: nothing is checked, and the result counts nowhere. */
    test?: true
  }
  chainId: string
  stages: Stage[]
  /** Stage of the current step. */
  stage: Stage
  /** The logged-in account, shortened, such as `a…z@example.com` or `0x12…ab`. */
  login?: string
  /** Challenge that the device's wallet signs to prove that the wallet is present. */
  deviceChallenge: string
  /** Whether the person's wallet is stored on this device, so that it can be exported here. */
  holdsWallet: boolean
  /** Whether the person shares a result with this merchant. If so, the person can withdraw the result. */
  shared: boolean
  /**
   * Whether the page can show the person's data and erase it. `shown` if the device's key or the person's face has
   * proven who the person is, or if the person has no credential. `face` if the person has to show their face
   * first. `hidden` if there is no stored faceprint. Missing before the login and on a phone.
   */
  yourData?: 'shown' | 'face' | 'hidden'
  /**
   * Device that shows this view: the one on which the journey started, or a phone that took over part of it.
   */
  device: 'own' | 'phone'
  /** Whether the current part can be continued on a phone. */
  handsOff: boolean
  /**
   * Recent actions taken with a wallet login, newest first. People with an e-mail login receive these notices
   * by mail. Set only if the data is shown or if this device held the credentials before a face match.
   */
  notices?: { kind: NoticeKind; at: number }[]
  /** State of the hand-off. Set only on the device on which the hand-off started. */
  handOff?: { state: 'offered' | 'claimed' | 'confirmed'; digits?: string; expiresAt: number }
  step: FrameStep
}

/**
 * An action taken with a person's login. A kind that ends in `-asked` is a request to which the person can
 * object.
 */
export type NoticeKind =
  | 'account'
  | 'moved'
  | 'move-asked'
  | 'forgotten'
  | 'forget-asked'
  | 'device'
  | 'hand-off'

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

/** Reasons why an account can't be used: the program requires a wallet, or an EVM wallet. */
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
  /** The initial frame rate of the recording, in frames per second. The default is 8. */
  framesPerSecond?: number
}

/** Response to the frames of a recording. States the frame rate that the page should use from now on. */
export type LivenessFrames = { framesPerSecond: number }

/**
 * A challenge or, if `ahead` is present, the person's position in the queue for the liveness check and the
 * expected wait. While the person is in the queue, poll again after two seconds.
 */
export type LivenessTurn = { challenge: LivenessChallenge } | { ahead: number; waitSeconds?: number }

/**
 * Number of images that have not been analysed yet. Poll again immediately until it is 0, which means that
 * the result is final.
 */
export type LivenessFinished = { left: number }

/**
 * What the merchant sees in its users list after the person has logged in and before the person agrees to
 * share the result: the e-mail address or wallet of the login, and the status of the verification.
 */
export type SeenByMerchant = 'email' | 'wallet' | 'status'

/** Name of a background task. */
export type WorkName = 'screening' | 'issue' | 'mint' | 'on-chain' | 'approval'

/** Current step of the verification. */
export type FrameStep =
  /**
   * `asks` lists the stages of the verification. `keeps` lists which data is stored and for how many days. 0
   * days means that the data is not stored. An `own-faceprint` is compared only with faces of the same
   * person, whereas a `faceprint` is compared with everyone's faces.
   */
  | {
      name: 'authorize'
      asks: Stage[]
      keeps: {
        what:
          | 'document'
          | 'face'
          | 'own-faceprint'
          | 'faceprint'
          | 'refused-face'
          | 'forgotten-face'
          | 'identity'
          | 'location'
          | 'statement'
          | 'result'
        days: number
      }[]
      sees: SeenByMerchant[]
      loginMode: 'email' | 'wallet'
      /** The account's wallet has to sign a message. */
      checkAddress: boolean
      /** The account to be verified. Missing until the hosting page has provided it. */
      account?: { value: string; network?: string }
      /** Why the account can't be used. */
      problem?: AccountProblem
      /** Requests that the hosting page must support in addition to `getUserAccounts`. */
      needs: PageMethod[]
      /** Whether the person has already agreed to verify with another account or chain. */
      again: boolean
    }
  | { name: 'login-email' }
  | {
      name: 'login-code'
      sentTo: string
      resendAt: number
      expiresAt: number
      codeLength: 6 | 12
      triesLeft: number
      /** Whether the code is in the start page's built-in mailbox because no e-mail was sent. */
      mailbox: boolean
    }
  /** The person chooses one of the hosting page's accounts for the login. */
  | { name: 'login-wallet'; accounts: string[] }
  /** The program or the page requires a signature from the wallet. */
  | { name: 'check-address'; account: string }
  /** Test mode: the person chooses the outcome, or uploads a specimen document. */
  | { name: 'test'; outcomes: TestOutcome[]; specimens: { file: string; outcome: TestOutcome }[] }
  /**
   * If the person has agreed to the images being stored for a review, `keptDays` is the maximum number of
   * days for which they are stored.
   */
  | { name: 'document'; kinds: ('passport' | 'id-card' | 'visa')[]; keptDays?: number }
  | {
      name: 'document-confirm'
      kind: 'passport' | 'id-card' | 'visa'
      fields: Record<DocumentFieldName, string>
      /**
       * The countries in the fields, as ISO 3166-1 alpha-2 codes, so that the page can show the countries'
       * names.
       */
      countries: { nationality?: string | undefined; issuingState?: string | undefined }
      /** Fields that the person can correct. */
      editable: DocumentFieldName[]
      /** Corrections that were rejected. */
      refused: DocumentFieldName[]
    }
  /**
   * The document was misread three times. If the person agrees, the next images are stored for a review, for
   * at most `days` days.
   */
  | { name: 'document-review'; days: number }
  /**
   * `colourFree` is set if the program allows a recording without coloured light. A reviewer checks such a
   * recording within `days` days.
   */
  | { name: 'liveness'; colourFree?: { chosen: boolean; days: number } }
  /**
   * The face matches the faceprint of an erased person or of a refused face. The person can verify after
   * `until` or ask for a review now.
   */
  | { name: 'reserved'; until: number }
  | { name: 'location' }
  | { name: 'address' }
  | { name: 'investor'; providers: { id: string; name: string; description: string }[] }
  /** The service is working. The page polls the view. */
  | { name: 'working'; works: { name: WorkName; state: 'waiting' | 'running' | 'done' }[] }
  /**
   * A person is reviewing the case. This can take days, and the page can be closed. With `held`, the review
   * waits until an earlier review of the same person or network has been decided.
   */
  | {
      name: 'review'
      what: 'sanction' | 'faceprint' | 'document' | 'liveness' | 'identity'
      since: number
      held?: 'person' | 'network'
    }
  /**
   * The person has agreed to a review of the next images, but too many reviews of the person or the network are open.
   * The page polls the view.
   */
  | { name: 'review-full'; what: 'document' | 'liveness'; full: 'person' | 'network' }
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
   * The wallet to which the credential was issued is not on this device, so the person must import the
   * exported file. An empty commitment means that the offered wallet belongs to another person and the device
   * must create a new wallet.
   */
  | {
      name: 'wallet-missing'
      commitment: string
      /**
       * Whether the person's face is enrolled. If so, a face check can be used instead of the file, and the
       * credential then moves to this device.
       */
      face: boolean
    }
  /**
   * The user's own wallet sends the approval transaction. This step occurs only in on-chain transactional
   * programs.
   */
  | { name: 'approve'; transaction: WalletTransaction }
  | {
      name: 'consent'
      /**
       * The results of the program's checks for this person. The merchant receives them in addition to the
       * status.
       */
      shares: { check: string; passed: boolean | undefined }[]
      sees: SeenByMerchant[]
      /** Minimum age that the program checks. */
      minimumAge?: number
      account: string
      /** The chain of the wallet. */
      network?: string
      /** Whether the person already had the credential. */
      reused: boolean
      /** Whether the result is already shared for another account. If so, this account is added. */
      further: boolean
      /**
       * The account to which the person is bound, shortened. `movableAt` is the time from which another
       * account can be bound, or null if this is not allowed.
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
      /** What the person can retry on this page: this step, the whole verification, or nothing. */
      retry: 'step' | 'start' | 'none'
      attemptsLeft: number
    }
  | { name: 'paused'; screen: FailureScreen; reason: string; until: number }
  /** Shown on the first device while the phone continues. */
  | { name: 'on-phone'; step: string }
  /**
   * Shown on the phone until its holder has agreed to the stages in `asks`, and then while the person confirms the
   * digits on the other screen.
   */
  | { name: 'phone-confirm'; digits: string; agreed: boolean; asks: Stage[] }
  /** Shown on the phone when the part on the phone is complete, or when the phone's holder has declined. */
  | { name: 'phone-done'; declined: boolean }
  /**
   * A move of the MeID or an erasure is delayed until `due`, because the person proved their identity only
   * with their face. Until then, sites do not see the results. `decides` lists the decisions that this device
   * can make. `face` states whether the person can decide by showing their face.
   */
  | {
      name: 'request'
      what: 'move' | 'forget'
      due: number
      objected: boolean
      decides: ('cancel' | 'continue' | 'object')[]
      face: boolean
    }
  /** The person requested erasure. */
  | { name: 'forgotten'; receipt: ForgetReceipt }
  /**
   * The person withdrew the shared result. `complete` is true once the chains have recorded the withdrawal.
   */
  | { name: 'withdrawn'; at: number; complete: boolean }

/** Receipt of an erasure, shown to the person. */
export type ForgetReceipt = {
  receiptId: string
  at: number
  /** Whether the erasure is complete. False while a token is waiting to be burned. */
  complete: boolean
  /** The time until which a faceprint is kept to enforce uniqueness. */
  faceKeptUntil?: number
  removed: {
    faceprints: number
    accounts: number
    journeys: number
    tokens: { chainId: string; tokenId: string; burnt: boolean }[]
  }
}

/** Body of every error response of the frame API and the dashboard API. */
export type FrameError = { error: { code: string; message: string; remedy: string; retryable: boolean } }
