import { checkText } from './arguments.ts'
import { Listeners } from './listeners.ts'
import type { Provider } from './provider.ts'
import { chainIdShape, readSettings, type Settings } from './settings.ts'
import { type Session, startSession } from './start-session.ts'
import type { WidgetEvents } from './widget-events.ts'
import type { WidgetOptions } from './widget-options.ts'

/** Puts the verification into a page. Making one touches nothing: the page changes at `launch()`. */
export class SvcWidget {
  readonly #settings: Settings
  readonly #listeners = new Listeners()
  #chainId: string
  #session: Session | undefined
  #destroyed = false

  constructor(appId: string, appName: string, chainId: string, provider: Provider, options: WidgetOptions) {
    this.#settings = readSettings(appId, appName, provider, options)
    this.#chainId = checkText('chainId', chainId, chainIdShape)
  }

  /** Shows the widget; the one that was hidden, if there is one. */
  launch(): void {
    if (this.#destroyed) throw new Error('This widget was destroyed: make a new one')
    if (typeof document === 'undefined') throw new Error('launch() works in a browser only')
    this.#session ??= startSession({
      settings: this.#settings,
      chainId: () => this.#chainId,
      tell: (event, ...details) => this.#listeners.tell(event, ...details),
    })
    this.#session.show()
  }

  /** Returns a function that removes the listener. */
  on<Name extends keyof WidgetEvents>(
    event: Name,
    callback: (...details: WidgetEvents[Name]) => void,
  ): () => void {
    return this.#listeners.add(event, callback)
  }

  hide(): void {
    this.#session?.hide()
  }

  /** Removes everything that the widget put into the page. Safe inside of any callback. */
  destroy(): void {
    this.#destroyed = true
    this.#listeners.clear()
    this.#session?.end()
    this.#session = undefined
  }

  /** KYC flow only: the user switched to another chain. */
  switchChain(chainId: string): void {
    checkText('chainId', chainId, chainIdShape)
    if (this.#settings.lv !== 'zkKYC') {
      const text = "switchChain() is for the KYC flow (lv 'zkKYC'): a MeID belongs to no chain"
      this.#listeners.tell('error', { code: 'switch-chain.kyc-only', text })
      return
    }
    this.#chainId = chainId
    this.#session?.chainChanged()
  }
}
