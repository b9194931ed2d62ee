import {
  type AddedEndpoint,
  type CreatedWebhookSecret,
  type EventType,
  eventTypes,
  type SentTestEvent,
  type WebhookEndpoint,
  type WebhookEndpoints,
} from '@touchstone/contract'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Secret } from '../../parts/secret.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

const dayOfGrace = 86_400

/** Lists all endpoints, including the default one, and adds, changes and removes the others. */
export function Endpoints() {
  const texts = useTexts()
  const list = useLoad<WebhookEndpoints>('/webhook/endpoints')
  const change = useChange<{ id: string; enabled: boolean }>('/webhook/endpoints/change')
  const secret = useChange<{ endpoint: string; graceSeconds: number }, CreatedWebhookSecret>(
    '/webhook/secret',
  )
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<WebhookEndpoint>()
  const [testing, setTesting] = useState<WebhookEndpoint>()
  const [made, setMade] = useState<string>()
  const renew = ({ id: endpoint }: WebhookEndpoint) =>
    void secret.run({ endpoint, graceSeconds: dayOfGrace }).then((answer) => answer && setMade(answer.secret))
  return (
    <Section
      title={texts.endpoints.title}
      text={texts.endpoints.why}
      actions={
        <Button look="primary" icon="plus" onPress={() => setAdding(true)}>
          {texts.endpoints.add}
        </Button>
      }
    >
      <Refusal error={change.refusal ?? secret.refusal} />
      <WhenLoaded of={list} rows={2}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <Empty title={texts.endpoints.empty} text={texts.endpoints.emptyWhy} />
          ) : (
            <Table
              caption={texts.endpoints.title}
              rows={endpoints}
              keyOf={({ id }) => id}
              columns={[
                { name: texts.webhooks.url, cell: (endpoint) => <Url of={endpoint} /> },
                {
                  name: texts.endpoints.types,
                  cell: ({ types }) => (
                    <span className="small">{types?.join(', ') ?? texts.endpoints.all}</span>
                  ),
                },
                {
                  name: texts.events.state,
                  cell: ({ enabled }) => (
                    <Badge tone={enabled ? 'passed' : 'plain'}>
                      {enabled ? texts.endpoints.enabled : texts.endpoints.disabled}
                    </Badge>
                  ),
                },
                {
                  name: texts.common.actions,
                  cell: (endpoint) => (
                    <>
                      {endpoint.url !== null && (
                        <Button look="quiet" onPress={() => setTesting(endpoint)}>
                          {texts.endpoints.test}
                        </Button>
                      )}
                      <Button
                        look="quiet"
                        onPress={() => void change.run({ id: endpoint.id, enabled: !endpoint.enabled })}
                      >
                        {endpoint.enabled ? texts.endpoints.disable : texts.endpoints.enable}
                      </Button>
                      {!endpoint.isDefault && (
                        <>
                          <Button look="quiet" onPress={() => renew(endpoint)}>
                            {texts.webhooks.newSecret}
                          </Button>
                          <Button look="quiet" onPress={() => setRemoving(endpoint)}>
                            {texts.endpoints.remove}
                          </Button>
                        </>
                      )}
                    </>
                  ),
                },
              ]}
            />
          )
        }
      </WhenLoaded>
      {adding && (
        <Add
          onAdded={(added) => {
            setAdding(false)
            setMade(added.secret)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && <Remove endpoint={removing} onClose={() => setRemoving(undefined)} />}
      {testing && <Test endpoint={testing} onClose={() => setTesting(undefined)} />}
      {made !== undefined && (
        <Dialog title={texts.webhooks.secret} onClose={() => setMade(undefined)}>
          <Secret value={made} what={texts.webhooks.secret} why={texts.webhooks.madeWhy} />
        </Dialog>
      )}
    </Section>
  )
}

function Url({ of: { url, isDefault } }: { of: WebhookEndpoint }) {
  const texts = useTexts()
  return (
    <>
      {url === null ? <span className="muted">{texts.endpoints.noUrl}</span> : <code>{url}</code>}
      {isDefault && <span className="detail small">{texts.endpoints.usual}</span>}
    </>
  )
}

const groups = ['kyc', 'poa', 'poai', 'meid', 'kyt', 'key'] as const
const typesOf = (group: string) => eventTypes.filter((type) => type.startsWith(`${group}.`))

function Add({ onAdded, onClose }: { onAdded: (added: AddedEndpoint) => void; onClose: () => void }) {
  const texts = useTexts()
  const [url, setUrl] = useState('')
  const [group, setGroup] = useState('')
  const add = useChange<{ url: string; types: EventType[] | null }, AddedEndpoint>('/webhook/endpoints/add')
  return (
    <Dialog title={texts.endpoints.add} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const types = group === '' ? null : typesOf(group)
          void add.run({ url: url.trim(), types }).then((added) => added && onAdded(added))
        }}
      >
        <Field
          field="url endpoint"
          label={texts.webhooks.url}
          type="url"
          required
          value={url}
          onValue={setUrl}
          placeholder="https://"
          hint={texts.endpoints.urlHint}
        />
        <Select
          field="types"
          label={texts.endpoints.types}
          value={group}
          choices={[
            { value: '', name: texts.endpoints.all },
            ...groups.map((each) => ({ value: each, name: texts.endpoints.groups[each] })),
          ]}
          onValue={setGroup}
        />
        <Refusal error={add.refusal} />
        <div className="form-actions">
          <Button look="primary" running={add.running}>
            {texts.endpoints.add}
          </Button>
          <Button onPress={onClose}>{texts.common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function Remove({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const texts = useTexts()
  const remove = useChange<{ id: string }>('/webhook/endpoints/remove')
  return (
    <Dialog title={texts.endpoints.removeTitle} onClose={onClose}>
      <p>{texts.endpoints.removeWhy}</p>
      <p>
        <code>{endpoint.url}</code>
      </p>
      <Refusal error={remove.refusal} />
      <div className="form-actions">
        <Button
          look="danger"
          running={remove.running}
          onPress={() => void remove.run({ id: endpoint.id }).then((answer) => answer && onClose())}
        >
          {texts.endpoints.remove}
        </Button>
        <Button onPress={onClose}>{texts.common.cancel}</Button>
      </div>
    </Dialog>
  )
}

function Test({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const texts = useTexts()
  const choices = endpoint.types ?? eventTypes
  const [type, setType] = useState<string>(choices[0] ?? '')
  const send = useChange<{ endpoint: string; type: EventType }, SentTestEvent>('/webhook/test')
  return (
    <Dialog title={texts.endpoints.testTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send.run({ endpoint: endpoint.id, type: type as EventType }).then((sent) => sent && onClose())
        }}
      >
        <p className="muted">{texts.endpoints.testWhy}</p>
        <Select
          label={texts.events.event}
          value={type}
          choices={choices.map((each) => ({ value: each, name: each }))}
          onValue={setType}
        />
        <Refusal error={send.refusal} />
        <div className="form-actions">
          <Button look="primary" running={send.running}>
            {texts.endpoints.test}
          </Button>
          <Button onPress={onClose}>{texts.common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
