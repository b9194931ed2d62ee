import type { CreatedKey, Integration, Keys } from '@touchstone/contract'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copied.tsx'
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

type Key = Keys['keys'][number]

/** Shows the application ID and manages the API keys. */
export function Configuration() {
  const texts = useTexts()
  const integration = useLoad<Integration>('/integration')
  const keys = useLoad<Keys>('/keys')
  const add = useChange<object, CreatedKey>('/keys/add')
  const [made, setMade] = useState<CreatedKey>()
  const [rotating, setRotating] = useState<Key>()
  const [ending, setEnding] = useState<Key>()
  return (
    <>
      <Section title={texts.configuration.title} text={texts.configuration.why}>
        <WhenLoaded of={integration} rows={2}>
          {({ appId, apiUrl, authUrl }) => (
            <dl className="facts">
              <Fact name={texts.configuration.appId} value={appId} />
              <Fact name={texts.configuration.apiUrl} value={apiUrl} />
              {authUrl !== apiUrl && <Fact name={texts.configuration.authUrl} value={authUrl} />}
            </dl>
          )}
        </WhenLoaded>
      </Section>
      <Section
        title={texts.keys.title}
        text={texts.keys.why}
        actions={
          <Button
            look="primary"
            icon="plus"
            running={add.running}
            onPress={() => void add.run({}).then((key) => key && setMade(key))}
          >
            {texts.keys.add}
          </Button>
        }
      >
        <Refusal error={add.refusal} />
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
                  { name: texts.keys.key, cell: ({ keyId }) => <code>{keyId}.…</code> },
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
                      !isOver(key) && (
                        <>
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
      </Section>
      {made && (
        <Dialog title={texts.keys.madeTitle} onClose={() => setMade(undefined)}>
          <Secret value={made.apiKey} what={texts.keys.key} why={texts.keys.madeWhy} />
        </Dialog>
      )}
      {rotating && (
        <Rotate
          keyId={rotating.keyId}
          onMade={(key) => {
            setRotating(undefined)
            setMade(key)
          }}
          onClose={() => setRotating(undefined)}
        />
      )}
      {ending && <End keyId={ending.keyId} onClose={() => setEnding(undefined)} />}
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton value={value} what={name} />
      </dd>
    </div>
  )
}

/** Whether the key has been revoked or its grace period has ended. */
const isOver = ({ revokedAt, expiresAt }: Key) =>
  revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= Date.now())

function State({ of: key }: { of: Key }) {
  const texts = useTexts()
  const { expiresAt } = key
  if (isOver(key)) return <Badge>{texts.keys.ended}</Badge>
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
  keyId,
  onMade,
  onClose,
}: {
  keyId: string
  onMade: (key: CreatedKey) => void
  onClose: () => void
}) {
  const texts = useTexts()
  const [grace, setGrace] = useState(String(24 * hour))
  const rotate = useChange<{ keyId: string; graceSeconds: number }, CreatedKey>('/keys/rotate')
  return (
    <Dialog title={texts.keys.rotateTitle(keyId)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void rotate.run({ keyId, graceSeconds: Number(grace) }).then((key) => key && onMade(key))
        }}
      >
        <p className="muted">{texts.keys.rotateWhy}</p>
        <Select
          label={texts.keys.grace}
          value={grace}
          choices={graces.map((seconds) => ({
            value: String(seconds),
            name: texts.keys.graces(seconds / hour),
          }))}
          onValue={setGrace}
        />
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
