import type { CreatedWebhookSecret, Deliveries, Webhook } from '@touchstone/contract'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
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
      <DeliveryList />
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

const tones = { pending: 'plain', delivered: 'passed', dead: 'failed', cancelled: 'plain' } as const

function DeliveryList() {
  const texts = useTexts()
  const [before, setBefore] = useState<number>()
  const list = useLoad<Deliveries>(`/webhook/deliveries${before === undefined ? '' : `?before=${before}`}`)
  const again = useChange<{ id: string }>('/webhook/again')
  return (
    <Section title={texts.webhooks.deliveries} text={texts.webhooks.deliveriesWhy}>
      <Refusal error={again.refusal} />
      <WhenLoaded of={list}>
        {({ deliveries, more }) =>
          deliveries.length === 0 ? (
            <Empty title={texts.webhooks.none} text={texts.webhooks.noneWhy} />
          ) : (
            <>
              <Table
                caption={texts.webhooks.deliveries}
                rows={deliveries}
                keyOf={({ seq }) => String(seq)}
                columns={[
                  { name: texts.watches.at, cell: ({ at }) => <Moment at={at} /> },
                  { name: texts.webhooks.event, cell: ({ type }) => <code>{type}</code> },
                  { name: texts.webhooks.host, cell: ({ host }) => host ?? '–' },
                  {
                    name: texts.webhooks.state,
                    cell: ({ state, problem }) => (
                      <>
                        <Badge tone={tones[state]}>{texts.webhooks.states[state]}</Badge>
                        {problem !== null && <span className="detail small">{problem}</span>}
                      </>
                    ),
                  },
                  { name: texts.webhooks.tries, number: true, cell: ({ tries }) => tries },
                  {
                    name: texts.common.actions,
                    cell: ({ id, state }) =>
                      state === 'dead' && (
                        <Button look="quiet" onPress={() => void again.run({ id })}>
                          {texts.webhooks.again}
                        </Button>
                      ),
                  },
                ]}
              />
              <Pager
                first={before === undefined}
                next={more}
                toFirst={() => setBefore(undefined)}
                toNext={() => setBefore(deliveries.at(-1)?.seq)}
              />
            </>
          )
        }
      </WhenLoaded>
    </Section>
  )
}
