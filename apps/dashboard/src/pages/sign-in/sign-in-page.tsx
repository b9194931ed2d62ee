import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import type { WebAuthnOptions } from '@touchstone/contract'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/create-api.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Loading } from '../../parts/states.tsx'
import { useLanguage } from '../../texts/texts.ts'
import { ssoPath } from './sso-page.tsx'

/** Refusals after which only a new code can be used. */
const codeIsUseless = new Set(['sign-in.paused', 'sign-in.code-over'])

/** Signs in with an e-mail code or a passkey. In the demo, one click signs the visitor in. */
export function SignInPage({ api, signedIn }: { api: Api; signedIn: () => void }) {
  const { texts } = useLanguage()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const [running, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()

  const call = async (work: () => Promise<unknown>, then: () => void) => {
    setRunning(true)
    setRefusal(undefined)
    try {
      await work()
      then()
    } catch (error) {
      setRefusal(error as ApiError)
    } finally {
      setRunning(false)
    }
  }
  const ask = () =>
    call(
      () => api.post('/sign-in/code', { email }),
      () => {
        setSent(true)
        setCode('')
      },
    )
  const enter = () => call(() => api.post('/sign-in', { code }), signedIn)
  const byPasskey = () =>
    call(async () => {
      const { options } = await api.post<WebAuthnOptions>('/sign-in/passkey/begin')
      const response = await startAuthentication({ optionsJSON: options as never }).catch(() => {
        // The browser or the member refused to use a passkey.
        throw new ApiError(0, { code: 'passkey.not-used', message: '', remedy: '' })
      })
      await api.post('/sign-in/passkey', { response })
    }, signedIn)
  const isDemo = location.hash === '#demo'
  const openDemo = () =>
    call(
      () => api.post('/sign-in/demo'),
      () => {
        history.replaceState(null, '', location.pathname)
        signedIn()
      },
    )
  // The start page links to demo addresses in the explorer, which a visitor opens with the right to read.
  const isAnalyst = new URLSearchParams(location.hash.slice(1)).get('demo') === 'analyst'
  // biome-ignore lint/correctness/useExhaustiveDependencies: signs in once
  useEffect(() => {
    if (isAnalyst) void call(() => api.post('/sign-in/demo?role=analyst'), signedIn)
  }, [])

  if (isAnalyst && refusal === undefined)
    return (
      <main className="alone">
        <h1 className="visually-hidden">{texts.signIn.demo}</h1>
        <Loading rows={4} />
      </main>
    )
  if (isDemo)
    return (
      <main className="alone">
        <div className="card sign-in">
          <p className="brand">{texts.common.product}</p>
          <h1>{texts.signIn.demo}</h1>
          <p className="muted">{texts.signIn.demoWhy}</p>
          <Refusal error={refusal} />
          <div className="form-actions">
            <Button look="primary" running={running} onPress={() => void openDemo()}>
              {texts.signIn.demo}
            </Button>
          </div>
        </div>
      </main>
    )
  return (
    <main className="alone">
      <div className="card sign-in">
        <p className="brand">{texts.common.product}</p>
        <h1>{sent ? texts.signIn.codeTitle : texts.signIn.title}</h1>
        <p className="muted">{sent ? texts.signIn.codeWhy(email) : texts.signIn.why}</p>
        <form
          key={String(sent)}
          onSubmit={(event) => {
            event.preventDefault()
            void (sent ? enter() : ask())
          }}
        >
          {sent ? (
            <Field
              field="code"
              label={texts.signIn.code}
              value={code}
              onValue={setCode}
              autoComplete="one-time-code"
              maxLength={20}
              required
              autoFocus
            />
          ) : (
            <Field
              field="email e-mail"
              label={texts.signIn.email}
              type="email"
              value={email}
              onValue={setEmail}
              autoComplete="username webauthn"
              required
              autoFocus
            />
          )}
          <Refusal error={refusal} />
          <div className="form-actions">
            <Button look="primary" running={running}>
              {sent ? texts.signIn.enter : texts.signIn.send}
            </Button>
            {!sent && browserSupportsWebAuthn() && (
              <Button running={running} onPress={() => void byPasskey()}>
                {texts.signIn.passkey}
              </Button>
            )}
            {!sent && (
              <a className="button" href={ssoPath}>
                {texts.sso.title}
              </a>
            )}
            {sent && refusal && codeIsUseless.has(refusal.code) && (
              <Button running={running} onPress={() => void ask()}>
                {texts.signIn.sendNew}
              </Button>
            )}
            {sent && (
              <Button
                look="quiet"
                onPress={() => {
                  setSent(false)
                  setCode('')
                  setRefusal(undefined)
                }}
              >
                {texts.signIn.other}
              </Button>
            )}
          </div>
        </form>
      </div>
    </main>
  )
}
