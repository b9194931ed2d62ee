import type { FailureScreen, FrameView } from '@touchstone/contract'
import type { Colours, Locale } from '../boot/read-parameters.ts'
import type { Texts } from '../texts/texts.ts'

/** A screen that replaces the screen of the current step. */
export type Trouble = {
  screen: FailureScreen
  /** The reason code, parameter name or page method that determines which message is shown. */
  reason?: string
  /** The error message from the hosting page, if there is one. */
  said?: string
  again?: () => void
}

export type Refusal = { code: string; message: string; remedy: string }

export type Dialog = 'closing' | 'data' | 'withdraw' | 'forget' | 'backup'

export type FrameState = {
  locale: Locale
  texts: Texts
  view: FrameView | undefined
  /** The name of the running call. Its button shows progress. */
  busy: string | undefined
  /** The server's reason for refusing the last call. */
  refusal: Refusal | undefined
  trouble: Trouble | undefined
  connectionLost: boolean
  dialog: Dialog | undefined
  /** Whether the hosting page is waiting for permission to close. */
  closingAsked: boolean
  /** Seconds until the frame closes automatically. Set only on the v1 success screen. */
  leavesIn: number | undefined
  /** The phone's link. It contains a secret, so it never leaves this page. */
  handOffUrl: string | undefined
  /** The latest colours reported by the hosting page. */
  colours: Colours | undefined
}
