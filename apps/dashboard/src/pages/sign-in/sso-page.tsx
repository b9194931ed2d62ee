import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/create-api.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Loading } from '../../parts/states.tsx'
import { useLanguage } from '../../texts/texts.ts'

export const ssoPath = '/dashboard/sso'

export type SsoPlace = {
  /** The merchant, or `operator`. Undefined if the member has to enter it. */
  readonly whose: string | undefined
  /** The response of the identity provider, which has sent the browser here. */
  readonly search: string | undefined
}

/**
 * Returns what the address of the page says about single sign-on, if it says anything. Removes the provider’s response
 * from the address, so that it does not stay in the browser’s history.
 */
export function readSsoPlace(): SsoPlace | undefined {
  const [, whose] = /^\/dashboard\/sso(?:\/([A-Za-z0-9]{1,40}))?$/.exec(location.pathname) ?? []
  if (location.pathname !== ssoPath && whose === undefined) return undefined
  const { search } = location
  if (search !== '') history.replaceState(null, '', location.pathname)
  return { whose, search: new URLSearchParams(search).has('state') ? search : undefined }
}

/**
 * Sends the member to the page of the identity provider, and signs them in when they return. If they are refused, says
 * what to do.
 */
export function SsoPage({ api, place, signedIn }: { api: Api; place: SsoPlace; signedIn: () => void }) {
  const { texts } = useLanguage()
  const [whose, setWhose] = useState(place.whose ?? '')
  const [running, setRunning] = useState(place.search !== undefined)
  const [refusal, setRefusal] = useState<ApiError>()

  const begin = async () => {
    setRunning(true)
    setRefusal(undefined)
    try {
      const { url } = await api.post<{ url: string }>('/sign-in/sso/begin', { whose: whose.trim() })
      location.assign(url)
    } catch (error) {
      setRefusal(error as ApiError)
      setRunning(false)
    }
  }
  const finish = async (search: string) => {
    try {
      await api.post('/sign-in/sso', { whose: place.whose, search })
      history.replaceState(null, '', '/dashboard')
      signedIn()
    } catch (error) {
      setRefusal(error as ApiError)
      setRunning(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the response can be used only once
  useEffect(() => {
    if (place.search !== undefined) void finish(place.search)
  }, [])

  const isFinishing = place.search !== undefined && running && refusal === undefined
  if (isFinishing)
    return (
      <main className="alone">
        <h1 className="visually-hidden">{texts.sso.title}</h1>
        <Loading rows={4} />
      </main>
    )
  return (
    <main className="alone">
      <div className="card sign-in">
        <p className="brand">{texts.common.product}</p>
        <h1>{refusal === undefined ? texts.sso.title : texts.sso.refused}</h1>
        {refusal === undefined && <p className="muted">{texts.sso.why}</p>}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void begin()
          }}
        >
          {place.whose === undefined && (
            <Field
              label={texts.merchant.number}
              value={whose}
              onValue={setWhose}
              hint={texts.sso.numberHint}
              maxLength={40}
              required
              autoComplete="organization"
              autoFocus
            />
          )}
          <Refusal error={refusal} />
          <div className="form-actions">
            <Button look="primary" running={running}>
              {refusal === undefined ? texts.sso.next : texts.common.again}
            </Button>
            <a className="button" href="/dashboard">
              {texts.sso.other}
            </a>
          </div>
        </form>
      </div>
    </main>
  )
}
