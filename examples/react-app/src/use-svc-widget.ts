import { type FinishedResults, type Provider, SvcWidget, type WidgetOptions } from '@touchstone/widget'
import { useCallback, useEffect, useRef } from 'react'

type Callbacks = {
  onReady?(): void
  onStep?(step: { name: string; index: number; of: number }): void
  onError?(error: { code: string; text: string }): void
  onFinished?(results: FinishedResults): void
  onClose?(): void
}

/**
 * Creates the widget when the component mounts and destroys it when the component unmounts. The provider and
 * the callbacks can change on every render: the widget always uses the latest ones. If any other input
 * changes, the widget is recreated.
 */
export function useSvcWidget(
  input: {
    appId: string
    appName: string
    chainId: string
    provider: Provider
    options: WidgetOptions
  } & Callbacks,
) {
  const latest = useRef(input)
  const widget = useRef<SvcWidget>(undefined)
  useEffect(() => {
    latest.current = input
  })

  const { appId, appName, chainId } = input
  const { rootContainer, ...plain } = input.options
  const options = JSON.stringify(plain)
  useEffect(() => {
    const given = { ...JSON.parse(options), ...(rootContainer && { rootContainer }) } as WidgetOptions
    const made = new SvcWidget(appId, appName, latest.current.chainId, currentProvider(latest), given)
    widget.current = made
    const finished = given.lv === 'MeID' ? 'meidFinished' : 'kycFinished'
    made.on('ready', () => latest.current.onReady?.())
    made.on('step', (step) => latest.current.onStep?.(step))
    made.on('error', (error) => latest.current.onError?.(error))
    made.on(finished, (results) => latest.current.onFinished?.(results))
    made.on('close', () => latest.current.onClose?.())
    return () => made.destroy()
  }, [appId, appName, options, rootContainer])

  useEffect(() => {
    if (latest.current.options.lv === 'zkKYC') widget.current?.switchChain(chainId)
  }, [chainId])

  return {
    launch: useCallback(() => widget.current?.launch(), []),
    hide: useCallback(() => widget.current?.hide(), []),
  }
}

/** Looks up the latest provider on every call, including its optional functions. */
function currentProvider(latest: { current: { provider: Provider } }): Provider {
  return {
    getAccessToken: () => latest.current.provider.getAccessToken(),
    getUserAccounts: () => latest.current.provider.getUserAccounts(),
    get signMessage() {
      const { provider } = latest.current
      return provider.signMessage?.bind(provider)
    },
    get delegateTransaction() {
      const { provider } = latest.current
      return provider.delegateTransaction?.bind(provider)
    },
  } as Provider
}
