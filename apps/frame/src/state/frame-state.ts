import type { FailureScreen, FrameView } from '@touchstone/contract'
import type { Colours, Locale } from '../boot/read-parameters.ts'
import type { Texts } from '../texts/texts.ts'

/** A screen in place of the one that the server's view asks for. */
export type Trouble = {
  screen: FailureScreen
  /** Chooses the sentence: a reason code, a parameter's name, a method of the page. */
  reason?: string
  /** What the hosting page said, where it said something. */
  said?: string
  again?: () => void
}

export type Refusal = { code: string; message: string; remedy: string }

export type Dialog = 'closing' | 'data' | 'withdraw' | 'forget' | 'backup'

export type FrameState = {
  locale: Locale
  texts: Texts
  view: FrameView | undefined
  /** The call that runs, by its name: its button shows it. */
  busy: string | undefined
  /** Why the last call was refused, in the server's words. */
  refusal: Refusal | undefined
  trouble: Trouble | undefined
  connectionLost: boolean
  dialog: Dialog | undefined
  /** The hosting page waits to hear whether it may close. */
  closingAsked: boolean
  /** Seconds until the frame leaves by itself; counts on the success screen of v1 alone. */
  leavesIn: number | undefined
  /** Where the phone goes: of this page alone, for it holds a secret. */
  handOffUrl: string | undefined
  /** What the hosting page said of its colours since. */
  colours: Colours | undefined
}
