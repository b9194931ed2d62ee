import { startRegistration } from '@simplewebauthn/browser'
import type { WebAuthnOptions } from '@touchstone/contract'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/create-api.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useLanguage } from '../../texts/texts.ts'

/** The token from the enrolment link that opened this page. */
export const enrolmentToken =
  location.pathname === '/dashboard/enrol' ? location.hash.slice(1) || undefined : undefined

/** Creates an operator's passkey with an enrolment link, and signs the operator in. */
export function EnrolPage({ api, token, enrolled }: { api: Api; token: string; enrolled: () => void }) {
  const { texts } = useLanguage()
  const [name, setName] = useState('')
  const [running, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()

  const create = async () => {
    setRunning(true)
    setRefusal(undefined)
    try {
      const { options } = await api.post<WebAuthnOptions>('/sign-in/enrol/begin', { token })
      const response = await startRegistration({ optionsJSON: options as never }).catch(() => {
        // The browser or the member rejected the request.
        throw new ApiError(0, { code: 'passkey.not-made', message: '', remedy: '' })
      })
      await api.post('/sign-in/enrol', { token, name, response })
      history.replaceState(null, '', '/dashboard')
      enrolled()
    } catch (error) {
      setRefusal(error as ApiError)
    } finally {
      setRunning(false)
    }
  }
  return (
    <main className="alone">
      <div className="card sign-in">
        <p className="brand">{texts.common.product}</p>
        <h1>{texts.enrol.title}</h1>
        <p className="muted">{texts.enrol.why}</p>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void create()
          }}
        >
          <Field
            field="name"
            label={texts.passkeys.newName}
            value={name}
            onValue={setName}
            maxLength={60}
            required
            autoComplete="off"
            autoFocus
          />
          <Refusal error={refusal} />
          <div className="form-actions">
            <Button look="primary" running={running}>
              {texts.enrol.create}
            </Button>
          </div>
        </form>
      </div>
    </main>
  )
}
