import type { CreatedKey, Keys, RotateKey } from '@touchstone/contract'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Secret } from '../../parts/secret.tsx'
import { Empty, WhenLoaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { AddKey, ChangeKey, expiryOf, useExpiries } from './key-limits.tsx'

type Key = Keys['keys'][number]

/** Lists the API keys with their limits, and adds, changes, rotates and ends them. */
export function ApiKeys() {
  const texts = useTexts()
  const keys = useLoad<Keys>('/keys')
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<CreatedKey>()
  const [changing, setChanging] = useState<Key>()
  const [rotating, setRotating] = useState<Key>()
  const [ending, setEnding] = useState<Key>()
  return (
    <Section
      title={texts.keys.title}
      text={texts.keys.why}
      actions={
        <Button look="primary" icon="plus" onPress={() => setAdding(true)}>
          {texts.keys.add}
        </Button>
      }
    >
      <WhenLoaded of={keys}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty title={texts.keys.empty} text={texts.keys.emptyWhy} />
          ) : (
            <Table
              caption={texts.keys.title}
              rows={keys}
              keyOf={({ keyId }) => keyId}
              columns={[
                { name: texts.keys.key, cell: (key) => <Name of={key} /> },
                { name: texts.keys.limits, cell: (key) => <Limits of={key} /> },
                { name: texts.keys.state, cell: (key) => <State of={key} /> },
                { name: texts.keys.made, cell: ({ createdAt }) => <Moment at={createdAt} /> },
                {
                  name: texts.keys.used,
                  cell: ({ lastUsedAt }) =>
                    lastUsedAt === null ? texts.keys.never : <Moment at={lastUsedAt} />,
                },
                {
                  name: texts.common.actions,
                  cell: (key) =>
                    !key.over && (
                      <>
                        <Button look="quiet" onPress={() => setChanging(key)}>
                          {texts.keys.change}
                        </Button>
                        <Button look="quiet" onPress={() => setRotating(key)}>
                          {texts.keys.rotate}
                        </Button>
                        <Button look="quiet" onPress={() => setEnding(key)}>
                          {texts.keys.end}
                        </Button>
                      </>
                    ),
                },
              ]}
            />
          )
        }
      </WhenLoaded>
      {adding && (
        <AddKey
          onMade={(key) => {
            setAdding(false)
            setMade(key)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {made && (
        <Dialog title={texts.keys.madeTitle} onClose={() => setMade(undefined)}>
          <Secret value={made.apiKey} what={texts.keys.key} why={texts.keys.madeWhy} />
        </Dialog>
      )}
      {changing && <ChangeKey of={changing} onClose={() => setChanging(undefined)} />}
      {rotating && (
        <Rotate
          of={rotating}
          onMade={(key) => {
            setRotating(undefined)
            setMade(key)
          }}
          onClose={() => setRotating(undefined)}
        />
      )}
      {ending && <End keyId={ending.keyId} onClose={() => setEnding(undefined)} />}
    </Section>
  )
}

function Name({ of: { keyId, name } }: { of: Key }) {
  return (
    <>
      {name}
      <code className={name === null ? undefined : 'detail small'}>{keyId}.…</code>
    </>
  )
}

function Limits({ of: { scopes, networks } }: { of: Key }) {
  const texts = useTexts()
  return (
    <>
      <span className="small">
        {scopes?.map((scope) => texts.keys.scopes[scope]).join(', ') ?? texts.keys.all}
      </span>
      {networks !== null && <span className="detail small">{networks.join(', ')}</span>}
    </>
  )
}

function State({ of: key }: { of: Key }) {
  const texts = useTexts()
  const { expiresAt } = key
  if (key.over) return <Badge>{texts.keys.ended}</Badge>
  if (expiresAt === null)
    return (
      <Badge tone="passed" icon="check">
        {texts.keys.live}
      </Badge>
    )
  return (
    <span className="small">
      {texts.keys.until} <Moment at={expiresAt} />
    </span>
  )
}

const hour = 3600
const graces = [0, hour, 24 * hour, 7 * 24 * hour] as const

function Rotate({
  of: { keyId, expiresAt },
  onMade,
  onClose,
}: {
  of: Key
  onMade: (key: CreatedKey) => void
  onClose: () => void
}) {
  const texts = useTexts()
  const expiries = useExpiries(texts.keys.asOldKey)
  const [grace, setGrace] = useState(String(24 * hour))
  const [expiry, setExpiry] = useState('')
  const rotate = useChange<RotateKey, CreatedKey>('/keys/rotate')
  return (
    <Dialog title={texts.keys.rotateTitle(keyId)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void rotate
            .run({ keyId, graceSeconds: Number(grace), ...expiryOf(expiry) })
            .then((key) => key && onMade(key))
        }}
      >
        <p className="muted">{texts.keys.rotateWhy}</p>
        <Select
          field="graceSeconds grace"
          label={texts.keys.grace}
          value={grace}
          choices={graces.map((seconds) => ({
            value: String(seconds),
            name: texts.keys.graces(seconds / hour),
          }))}
          onValue={setGrace}
        />
        {expiresAt !== null && (
          <Select
            field="expiresInSeconds expiry"
            label={texts.keys.newExpires}
            value={expiry}
            choices={expiries}
            onValue={setExpiry}
          />
        )}
        <Refusal error={rotate.refusal} />
        <div className="form-actions">
          <Button look="primary" running={rotate.running}>
            {texts.keys.rotate}
          </Button>
          <Button onPress={onClose}>{texts.common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function End({ keyId, onClose }: { keyId: string; onClose: () => void }) {
  const texts = useTexts()
  const end = useChange<{ keyId: string }>('/keys/revoke')
  return (
    <Dialog title={texts.keys.endTitle(keyId)} onClose={onClose}>
      <p>{texts.keys.endWhy}</p>
      <Refusal error={end.refusal} />
      <div className="form-actions">
        <Button
          look="danger"
          running={end.running}
          onPress={() => void end.run({ keyId }).then((done) => done !== undefined && onClose())}
        >
          {texts.keys.end}
        </Button>
        <Button onPress={onClose}>{texts.common.cancel}</Button>
      </div>
    </Dialog>
  )
}
