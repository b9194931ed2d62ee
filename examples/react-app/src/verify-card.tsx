import { verifyKycWithSvcServices, verifyMeidWithSvcServices } from '@touchstone/widget'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { backend, type SiteSettings } from './backend.ts'
import { useSvcWidget } from './use-svc-widget.ts'
import { findWallet } from './wallet.ts'

type Result = { state: string; text: string }

/** Renders the account field, the button and the result. */
export function VerifyCard({ settings }: { settings: SiteSettings }) {
  const { allowTest, appId, appName, authUrl, level, mode, programNo, touchstoneUrl } = settings
  const hosts = { endpoint: touchstoneUrl, kycApiEndpoint: authUrl, meidApiEndpoint: authUrl }
  const wallet = useMemo(findWallet, [])
  const accounts = useRef<string[]>([])
  const [chainId, setChainId] = useState(settings.chainId)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result>({ state: 'idle', text: '' })
  const [status, setStatus] = useState<string>()
  useEffect(() => wallet?.onChain(setChainId), [wallet])
  const hasStatus = status !== undefined
  useEffect(() => {
    if (!hasStatus) return
    const look = () =>
      backend.verified(accounts.current[0] ?? '').then(
        (answer) => setStatus(answer.status),
        () => undefined,
      )
    const timer = setInterval(look, 2000)
    return () => clearInterval(timer)
  }, [hasStatus])

  const widget = useSvcWidget({
    appId,
    appName,
    chainId,
    provider: {
      getAccessToken: backend.accessToken,
      getUserAccounts: async () => accounts.current,
      ...(wallet?.signMessage && { signMessage: wallet.signMessage }),
      ...(wallet?.delegateTransaction && { delegateTransaction: wallet.delegateTransaction }),
    },
    options: { lv: level, mode, allowTest, ...hosts, ...(programNo && { programNo }) },
    onReady: () => setResult({ state: 'open', text: 'Follow the steps in the window.' }),
    onStep: ({ index, of }) => setResult({ state: 'open', text: `Step ${index} of ${of}.` }),
    onError: ({ text }) => setResult({ state: 'problem', text }),
    onFinished: ({ isGrant, associatedAccount }) => {
      if (isGrant && associatedAccount === accounts.current[0]?.toLowerCase()) attempt(confirm)
    },
    onClose: () =>
      setResult((now) =>
        now.state === 'open' ? { state: 'closed', text: 'You can continue at any time.' } : now,
      ),
  })

  async function verify() {
    accounts.current = wallet ? await wallet.accounts() : [typed.trim()]
    const check = level === 'MeID' ? verifyMeidWithSvcServices : verifyKycWithSvcServices
    const options = { ...hosts, allowTest, ...(programNo && { programNo }) }
    // Verified users do not need the widget.
    const { isGrant } = await check(appId, accounts.current[0] ?? '', options)
    if (isGrant) await confirm()
    else widget.launch()
  }

  /** Asks the backend for the final result, because browser input can be forged. */
  async function confirm() {
    const { verified, status } = await backend.verified(accounts.current[0] ?? '')
    setStatus(status)
    setResult(
      verified
        ? { state: 'verified', text: 'You are verified. Thank you.' }
        : { state: 'not-verified', text: 'You are not verified yet.' },
    )
  }

  async function attempt(act: () => Promise<void>) {
    try {
      await act()
    } catch (error) {
      setResult({ state: 'problem', text: (error as Error).message })
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setResult({ state: 'checking', text: 'Checking …' })
    await attempt(verify)
    setBusy(false)
  }

  return (
    <>
      <form onSubmit={submit}>
        {wallet ? (
          <p>Your wallet will ask you which account to use.</p>
        ) : (
          <div id="account-field">
            <label htmlFor="account">Your e-mail or customer number</label>
            <input
              id="account"
              autoComplete="email"
              spellCheck={false}
              required
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        )}
        {/* A `disabled` button would lose focus, and the widget could not restore focus when it closes. */}
        <button id="verify" type="submit" aria-disabled={busy}>
          Verify me
        </button>
      </form>
      <p id="result" role="status" data-state={result.state}>
        {result.text}
      </p>
      {status !== undefined && (
        <p id="customer" className="small">
          Our records: {status}.
        </p>
      )}
    </>
  )
}
