import { checkText } from './arguments.ts'
import { Listeners } from './listeners.ts'
import type { Provider } from './provider.ts'
import { chainIdShape, readSettings, type Settings } from './settings.ts'
import { type Session, startSession } from './start-session.ts'
import type { WidgetEvents } from './widget-events.ts'
import type { WidgetOptions } from './widget-options.ts'

/**
 * Displays the verification in a page. Creating a widget does not change the page; `launch()` does.
 *
 * @example
 * ```ts
 * import { type Provider, SvcWidget } from '@touchstone/widget'
 *
 * function verifyUser(appId: string, provider: Provider, notifyBackend: (account: string) => void) {
 *   const widget = new SvcWidget(appId, 'Your shop', '137', provider, {
 *     lv: 'zkKYC',
 *     endpoint: 'https://verify.example.com',
 *   })
 *   widget.on('kycFinished', ({ isGrant, associatedAccount }) => {
 *     if (isGrant && associatedAccount !== undefined) notifyBackend(associatedAccount)
 *   })
 *   widget.launch()
 * }
 * ```
 */
export class SvcWidget {
  readonly #settings: Settings
  readonly #listeners = new Listeners()
  #chainId: string
  #session: Session | undefined
  #destroyed = false

  /** Throws a `TypeError` that names the first wrong argument. */
  constructor(appId: string, appName: string, chainId: string, provider: Provider, options: WidgetOptions) {
    this.#settings = readSettings(appId, appName, provider, options)
    this.#chainId = checkText('chainId', chainId, chainIdShape)
  }

  /** Shows the widget. If it was hidden, shows the same frame again. */
  launch(): void {
    if (this.#destroyed) throw new Error('This widget was destroyed. Create a new one')
    if (typeof document === 'undefined') throw new Error('launch() works only in a browser')
    this.#session ??= startSession({
      settings: this.#settings,
      chainId: () => this.#chainId,
      emit: (event, ...details) => this.#listeners.emit(event, ...details),
    })
    this.#session.show()
  }

  /** Adds a listener. Returns a function that removes it. */
  on<Name extends keyof WidgetEvents>(
    event: Name,
    callback: (...details: WidgetEvents[Name]) => void,
  ): () => void {
    return this.#listeners.add(event, callback)
  }

  /** Hides the widget. The next `launch()` shows it at the same step. */
  hide(): void {
    this.#session?.hide()
  }

  /** Removes everything that the widget added to the page. Can be called in any callback. */
  destroy(): void {
    this.#destroyed = true
    this.#listeners.clear()
    this.#session?.end()
    this.#session = undefined
  }

  /** Reports that the user switched to another chain (KYC flow only). */
  switchChain(chainId: string): void {
    checkText('chainId', chainId, chainIdShape)
    if (this.#settings.lv !== 'zkKYC') {
      const text = "switchChain() is only for the KYC flow (lv 'zkKYC'): a MeID is not bound to a chain"
      this.#listeners.emit('error', { code: 'switch-chain.kyc-only', text })
      return
    }
    this.#chainId = chainId
    this.#session?.chainChanged()
  }
}
