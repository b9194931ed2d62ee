import type { ProgramKind } from '../statuses.ts'
import type { KycResultsMessage, PageMethod, WalletTransaction } from './messages.ts'
import type { FailureScreen } from './screens.ts'

/** The parts of a journey that the progress bar names, in the order in which a program has them. */
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
export type Stage = (typeof stages)[number]

/** What the server says the page shall show now. The page decides nothing: it draws the step and sends what is asked. */
export type FrameView = {
  /** Changes whenever anything of the view does. */
  version: string
  /** `support`: where its users can ask, an e-mail address or an https page. */
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
  /** The stage that the step belongs to. */
  stage: Stage
  /** Who is logged in, shortened: `a…z@example.com`, `0x12…ab`. */
  login?: string
  /** What the device's wallet signs to show that it is there. */
  deviceChallenge: string
  /** The person's own wallet is on this device: it can be saved from here. */
  holdsWallet: boolean
  /** The person shares a result with this merchant, and can take that back. */
  shared: boolean
  /** Which screen this is: the one the journey began on, or a phone that was handed a part of it. */
  device: 'own' | 'phone'
  /** Of the device that offered it. */
  handOff?: { state: 'offered' | 'claimed' | 'confirmed'; digits?: string; expiresAt: number }
  step: FrameStep
}

export type DocumentFieldName =
  | 'surname'
  | 'givenNames'
  | 'number'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'expiryDate'
  | 'issuingState'

/** Why an account can't be used: it has to be a wallet, or one of an EVM chain. */
export type AccountProblem = 'wallet-needed' | 'evm-wallet-needed'

export type LivenessAction = 'turn-left' | 'turn-right' | 'nod' | 'open-mouth' | 'blink' | 'come-closer'
export type LivenessColour = 'red' | 'yellow' | 'green' | 'cyan' | 'blue' | 'magenta'
export type LivenessChallenge = {
  id: string
  steps: { action: LivenessAction; fromMs: number; toMs: number }[]
  flashes: { colour: LivenessColour; fromMs: number; toMs: number }[]
  /** Milliseconds from now until it can't be used any more. */
  expiresInMs: number
}

/** A challenge, or how many have to wait before the camera can start, this one counted: ask again in two seconds. */
export type LivenessTurn = { challenge: LivenessChallenge } | { ahead: number }

/** How many pictures have not been looked at yet: ask again at once. 0 when it is decided. */
export type LivenessFinished = { left: number }

export type WorkName = 'screening' | 'issue' | 'mint' | 'on-chain' | 'approval'

export type FrameStep =
  /** `asks` names what will be done; `keeps` what stays, for how many days (0: nothing stays). */
  | {
      name: 'authorize'
      asks: Stage[]
      keeps: {
        what: 'document' | 'face' | 'faceprint' | 'identity' | 'location' | 'statement' | 'result'
        days: number
      }[]
      loginMode: 'email' | 'wallet'
      /** The account's wallet has to sign. */
      checkAddress: boolean
      /** For which account; missing until the hosting page has named it. */
      account?: { value: string; network?: string }
      /** Why the account can't be used. */
      problem?: AccountProblem
      /** What the hosting page will be asked for beyond its accounts. */
      needs: PageMethod[]
      /** It was agreed to before, for another account or chain. */
      again: boolean
    }
  | { name: 'login-email' }
  | {
      name: 'login-code'
      sentTo: string
      resendAt: number
      expiresAt: number
      triesLeft: number
      /** The start page shows the built-in mailbox: nothing was really sent. */
      mailbox: boolean
    }
  /** Which of the page's accounts to sign in with. */
  | { name: 'login-wallet'; accounts: string[] }
  /** The program or the page asks for it: the wallet that was named has to sign. */
  | { name: 'check-address'; account: string }
  /** `keptDays`: the person agreed that the pictures are kept for a review, for so many days at most. */
  | { name: 'document'; kinds: ('passport' | 'id-card' | 'visa')[]; keptDays?: number }
  | {
      name: 'document-confirm'
      kind: 'passport' | 'id-card' | 'visa'
      fields: Record<DocumentFieldName, string>
      /** The states of the fields as ISO 3166-1 alpha-2, where they are countries: a page has names for those. */
      countries: { nationality?: string | undefined; issuingState?: string | undefined }
      /** Those whose writing a person may correct. */
      editable: DocumentFieldName[]
      /** Corrections that were refused. */
      refused: DocumentFieldName[]
    }
  /** It was read wrong three times: the next pictures may be kept so long for a review, if the person agrees. */
  | { name: 'document-review'; days: number }
  /** `colourFree`: the program allows a film without colours, whose pictures a person looks at within so many days. */
  | { name: 'liveness'; colourFree?: { chosen: boolean; days: number } }
  | { name: 'location' }
  | { name: 'address' }
  | { name: 'investor'; providers: { id: string; name: string; description: string }[] }
  /** Nothing to do but to wait; poll. */
  | { name: 'working'; works: { name: WorkName; state: 'waiting' | 'running' | 'done' }[] }
  /** A person of the operator's looks at it; may take days: the page can be closed. */
  | { name: 'review'; what: 'sanction' | 'faceprint' | 'document' | 'liveness'; since: number }
  /** What the device proves with; `credential` and `questions` as `@touchstone/credential/holder` takes them. */
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
   * The device does not hold the secret that the person was issued to: its exported file has to be brought. An empty
   * commitment: the wallet that was offered is somebody else's, and the device has to make one for this person.
   */
  | {
      name: 'wallet-missing'
      commitment: string
      /** The face is known: it can be shown in place of the file, and the person goes on with this device. */
      face: boolean
    }
  /** On-chain transactional programs: the user's own wallet approves. */
  | { name: 'approve'; transaction: WalletTransaction }
  | {
      name: 'consent'
      /** What the merchant is told beside the status: the checks of the program, as they came out for this person. */
      shares: { check: string; passed: boolean | undefined }[]
      /** Of the program's check of age. */
      minimumAge?: number
      account: string
      /** The chain of a wallet. */
      network?: string
      /** The person holds the credential already. */
      reused: boolean
      /** It is shared for another account already: this one is added. */
      further: boolean
      /** The account that the person is bound to, shortened, and from when on it can be moved; null: it can't be. */
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
      /** Stable, as `document.expired`. */
      reason: string
      /** What can be done about it: this step once more, all of it, or nothing on this page. */
      retry: 'step' | 'start' | 'none'
      attemptsLeft: number
    }
  | { name: 'paused'; screen: FailureScreen; reason: string; until: number }
  /** This device waits: the phone has it. */
  | { name: 'on-phone'; step: string }
  /** On the phone: the digits have to be confirmed on the other screen. */
  | { name: 'phone-confirm'; digits: string }
  /** On the phone: its part is done. */
  | { name: 'phone-done' }
  /** The person asked to be forgotten. */
  | { name: 'forgotten'; receipt: ForgetReceipt }
  /** The person has taken back what was shared with this merchant; `complete` when its chains know it, too. */
  | { name: 'withdrawn'; at: number; complete: boolean }

export type ForgetReceipt = {
  receiptId: string
  at: number
  /** False while a token still waits to be burnt. */
  complete: boolean
  removed: {
    faceprints: number
    accounts: number
    journeys: number
    tokens: { chainId: string; tokenId: string; burnt: boolean }[]
  }
}

/** What every refused call of the frame is answered with. */
export type FrameError = { error: { code: string; message: string; remedy: string; retryable: boolean } }
