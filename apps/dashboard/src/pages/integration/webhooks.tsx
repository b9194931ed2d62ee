import { type CreatedWebhookSecret, type Events, eventTypes, type Webhook } from '@touchstone/contract'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Secret } from '../../parts/secret.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { Endpoints } from './endpoints.tsx'

const dayOfGrace = 86_400

export function Webhooks() {
  const texts = useTexts()
  const webhook = useLoad<Webhook>('/webhook')
  return (
    <>
      <Section title={texts.webhooks.title} text={texts.webhooks.why}>
        <WhenLoaded of={webhook} rows={2}>
          {(shown) => <Address key={shown.url} webhook={shown} />}
        </WhenLoaded>
      </Section>
      <Endpoints />
      <EventList />
    </>
  )
}

function Address({ webhook }: { webhook: Webhook }) {
  const texts = useTexts()
  const [url, setUrl] = useState(webhook.url ?? '')
  const [made, setMade] = useState<string>()
  const save = useChange<{ url: string | null }>('/webhook')
  const secret = useChange<{ graceSeconds: number }, CreatedWebhookSecret>('/webhook/secret')
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save.run({ url: url.trim() === '' ? null : url.trim() })
        }}
      >
        <Field
          field="url endpoint"
          label={texts.webhooks.url}
          type="url"
          value={url}
          onValue={setUrl}
          placeholder="https://"
          hint={texts.webhooks.urlHint}
        />
        <Refusal error={save.refusal} />
        <div className="form-actions">
          <Button look="primary" running={save.running}>
            {texts.common.save}
          </Button>
        </div>
      </form>
      <h3>{texts.webhooks.secret}</h3>
      <p className="muted small">{webhook.hasSecret ? texts.webhooks.hasSecret : texts.webhooks.noSecret}</p>
      <Refusal error={secret.refusal} />
      <div className="form-actions">
        <Button
          running={secret.running}
          onPress={() =>
            void secret.run({ graceSeconds: dayOfGrace }).then((answer) => answer && setMade(answer.secret))
          }
        >
          {webhook.hasSecret ? texts.webhooks.newSecret : texts.webhooks.makeSecret}
        </Button>
      </div>
      {made !== undefined && (
        <Dialog title={texts.webhooks.secret} onClose={() => setMade(undefined)}>
          <Secret value={made} what={texts.webhooks.secret} why={texts.webhooks.madeWhy} />
        </Dialog>
      )}
    </>
  )
}

const tones = { pending: 'plain', delivered: 'passed', dead: 'failed' } as const

function EventList() {
  const texts = useTexts()
  const [type, setType] = useState('')
  const [before, setBefore] = useState<number>()
  const query = new URLSearchParams({
    ...(type !== '' && { type }),
    ...(before !== undefined && { before: String(before) }),
  })
  const list = useLoad<Events>(`/events?${query}`)
  const again = useChange<{ id: string }>('/webhook/again')
  const choose = (chosen: string) => {
    setType(chosen)
    setBefore(undefined)
  }
  return (
    <Section title={texts.events.title} text={texts.events.why}>
      <Select
        label={texts.events.type}
        value={type}
        onValue={choose}
        choices={[
          { value: '', name: texts.endpoints.all },
          ...eventTypes.map((value) => ({ value, name: value })),
        ]}
      />
      <Refusal error={again.refusal} />
      <WhenLoaded of={list}>
        {({ events, more }) =>
          events.length === 0 ? (
            <Empty
              title={type === '' ? texts.events.none : texts.events.noneOfType}
              text={type === '' ? texts.events.noneWhy : texts.events.noneOfTypeWhy}
            />
          ) : (
            <>
              <Table
                caption={texts.events.title}
                rows={events}
                keyOf={({ seq }) => String(seq)}
                columns={[
                  { name: texts.watches.at, cell: ({ at }) => <Moment at={at} /> },
                  {
                    name: texts.events.event,
                    cell: ({ type, test }) => (
                      <>
                        <code>{type}</code> {test && <Badge tone="plain">{texts.events.test}</Badge>}
                      </>
                    ),
                  },
                  {
                    name: texts.events.receivers,
                    cell: ({ deliveries }) =>
                      deliveries.length === 0 ? (
                        <span className="muted">{texts.events.notSent}</span>
                      ) : (
                        deliveries.map((delivery, index) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: deliveries have no other key and do not move.
                          <Receiver key={index} {...delivery} />
                        ))
                      ),
                  },
                  {
                    name: texts.common.actions,
                    cell: ({ id, deliveries }) =>
                      !deliveries.some(({ state }) => state === 'pending') && (
                        <Button look="quiet" onPress={() => void again.run({ id })}>
                          {deliveries.length === 0 ? texts.events.send : texts.events.again}
                        </Button>
                      ),
                  },
                ]}
              />
              <Pager
                first={before === undefined}
                next={more}
                toFirst={() => setBefore(undefined)}
                toNext={() => setBefore(events.at(-1)?.seq)}
              />
            </>
          )
        }
      </WhenLoaded>
    </Section>
  )
}

function Receiver({ host, state, tries, problem }: Events['events'][number]['deliveries'][number]) {
  const texts = useTexts()
  return (
    <div className="detail">
      <Badge tone={tones[state]}>{texts.events.states[state]}</Badge> {host ?? texts.endpoints.noUrl}
      {tries > 1 && <span className="muted small"> {texts.events.tries(tries)}</span>}
      {problem !== null && <span className="detail small">{problem}</span>}
    </div>
  )
}
