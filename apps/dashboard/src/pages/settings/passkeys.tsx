import { startRegistration } from '@simplewebauthn/browser'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PasskeyRule, Passkeys as PasskeysAnswer, WebAuthnOptions } from '@touchstone/contract'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox, Field } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

/**
 * Manages the member's passkeys, unless the session is limited to one merchant. Owners can also require passkeys for all
 * members.
 */
export function Passkeys({ ofMerchant }: { ofMerchant: boolean }) {
  const texts = useTexts()
  const { allows } = useSession()
  return (
    <>
      {ofMerchant ? (
        <Section title={texts.passkeys.title} text={texts.refusals['member.sso-session']}>
          {null}
        </Section>
      ) : (
        <OwnPasskeys />
      )}
      {allows('members.change') && <Rule />}
    </>
  )
}

function OwnPasskeys() {
  const texts = useTexts()
  const { api } = useSession()
  const queries = useQueryClient()
  const passkeys = useQuery<PasskeysAnswer>({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => api.get<PasskeysAnswer>('/passkeys', signal),
  })
  const remove = useChange<{ id: number }>('/passkeys/remove', true)
  const [name, setName] = useState('')
  const [running, setRunning] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()
  const add = async () => {
    setRunning(true)
    setRefusal(undefined)
    try {
      const { options } = await api.post<WebAuthnOptions>('/passkeys/begin')
      const response = await startRegistration({ optionsJSON: options as never })
      await api.post('/passkeys', { name, response })
      setName('')
      await queries.invalidateQueries()
    } catch (error) {
      setRefusal(error instanceof ApiError ? error : notMade)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Section title={texts.passkeys.title} text={texts.passkeys.why}>
      <Refusal error={remove.refusal} />
      <WhenLoaded of={passkeys} rows={2}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <Empty title={texts.passkeys.empty} text={texts.passkeys.emptyWhy} />
          ) : (
            <Table
              caption={texts.passkeys.title}
              rows={passkeys}
              keyOf={({ id }) => id}
              columns={[
                { name: texts.passkeys.name, cell: ({ name }) => name },
                { name: texts.keys.made, cell: ({ createdAt }) => <Moment at={createdAt} /> },
                {
                  name: texts.keys.used,
                  cell: ({ lastUsedAt }) =>
                    lastUsedAt === null ? texts.keys.never : <Moment at={lastUsedAt} />,
                },
                {
                  name: texts.common.actions,
                  cell: ({ id }) => (
                    <Button look="quiet" onPress={() => void remove.run({ id })}>
                      {texts.passkeys.remove}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </WhenLoaded>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add()
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
        />
        <Refusal error={refusal} />
        <div className="form-actions">
          <Button look="primary" icon="plus" running={running}>
            {texts.passkeys.add}
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** Shown if the browser or the member refuses to create a passkey. */
const notMade = new ApiError(0, { code: 'passkey.not-made', message: '', remedy: '' })

function Rule() {
  const texts = useTexts()
  const rule = useLoad<PasskeyRule>('/passkeys')
  const change = useChange<PasskeyRule>('/passkeys')
  return (
    <Section title={texts.passkeys.ruleTitle} text={texts.passkeys.ruleWhy}>
      <WhenLoaded of={rule} rows={1}>
        {({ required }) => (
          <Checkbox
            label={texts.passkeys.rule}
            checked={required}
            disabled={change.running}
            onValue={(next) => void change.run({ required: next })}
          />
        )}
      </WhenLoaded>
      <Refusal error={change.refusal} />
    </Section>
  )
}
