import {
  type AddKey as AddKeyRequest,
  type ChangeKey as ChangeKeyRequest,
  type CreatedKey,
  type Keys,
  maxKeyName,
  type Scope,
  scopes,
} from '@touchstone/contract'
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Checkbox, type Choice, Field, Select } from '../../parts/field.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'

type Key = Keys['keys'][number]
type Limits = {
  name: string
  /** Undefined for all scopes. */
  scopes: readonly Scope[] | undefined
  networks: string
  expiry: string
}

const never = 'never'
const lifetimes = [30, 90, 365]

/** Returns the choices for an expiry. The first choice, which keeps the current expiry, has an empty value. */
export function useExpiries(kept?: string): Choice[] {
  const texts = useTexts()
  return [
    ...(kept === undefined ? [] : [{ value: '', name: kept }]),
    { value: never, name: texts.keys.never },
    ...lifetimes.map((days) => ({ value: String(days), name: texts.keys.inDays(days) })),
  ]
}

export function expiryOf(chosen: string): { expiresInSeconds?: number | null } {
  if (chosen === '') return {}
  return { expiresInSeconds: chosen === never ? null : Number(chosen) * 86_400 }
}

const requestOf = ({ name, scopes, networks, expiry }: Limits) => {
  const given = networks.split(/[\s,]+/).filter((network) => network !== '')
  return {
    name: name.trim() === '' ? null : name,
    scopes: scopes === undefined ? null : [...scopes],
    networks: given.length === 0 ? null : given,
    ...expiryOf(expiry),
  }
}

export function AddKey({ onMade, onClose }: { onMade: (key: CreatedKey) => void; onClose: () => void }) {
  const texts = useTexts()
  const [limits, setLimits] = useState<Limits>({ name: '', scopes: undefined, networks: '', expiry: never })
  const add = useChange<AddKeyRequest, CreatedKey>('/keys/add')
  return (
    <Dialog title={texts.keys.add} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add.run(requestOf(limits)).then((key) => key && onMade(key))
        }}
      >
        <LimitFields of={limits} expiries={useExpiries()} onValue={setLimits} />
        <Refusal error={add.refusal} />
        <Actions onClose={onClose}>
          <Button look="primary" running={add.running}>
            {texts.keys.add}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

export function ChangeKey({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const texts = useTexts()
  const { keyId } = key
  const [limits, setLimits] = useState<Limits>({
    name: key.name ?? '',
    scopes: key.scopes ?? undefined,
    networks: key.networks?.join(', ') ?? '',
    expiry: '',
  })
  const change = useChange<ChangeKeyRequest>('/keys/change')
  return (
    <Dialog title={texts.keys.changeTitle(keyId)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void change.run({ keyId, ...requestOf(limits) }).then((done) => done && onClose())
        }}
      >
        <LimitFields of={limits} expiries={useExpiries(texts.keys.asNow)} onValue={setLimits} />
        <Refusal error={change.refusal} />
        <Actions onClose={onClose}>
          <Button look="primary" running={change.running}>
            {texts.common.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

function LimitFields({
  of: limits,
  expiries,
  onValue,
}: {
  of: Limits
  expiries: readonly Choice[]
  onValue: (limits: Limits) => void
}) {
  const texts = useTexts()
  const chosen = limits.scopes
  const set = (change: Partial<Limits>) => onValue({ ...limits, ...change })
  return (
    <>
      <Field
        field="name"
        label={texts.keys.name}
        hint={texts.keys.nameHint}
        maxLength={maxKeyName}
        value={limits.name}
        onValue={(name) => set({ name })}
      />
      <fieldset className="choices">
        <legend>{texts.keys.limits}</legend>
        <Checkbox
          label={texts.keys.all}
          hint={texts.keys.allHint}
          checked={chosen === undefined}
          onValue={(all) => set({ scopes: all ? undefined : scopes })}
        />
        {chosen !== undefined &&
          scopes.map((scope) => (
            <Checkbox
              key={scope}
              label={texts.keys.scopes[scope]}
              checked={chosen.includes(scope)}
              onValue={(has) =>
                set({ scopes: scopes.filter((each) => (each === scope ? has : chosen.includes(each))) })
              }
            />
          ))}
      </fieldset>
      <Field
        field="networks"
        label={texts.keys.networks}
        hint={texts.keys.networksHint}
        className="mono"
        value={limits.networks}
        placeholder="203.0.113.0/24"
        onValue={(networks) => set({ networks })}
      />
      <Select
        field="expiresInSeconds expiry"
        label={texts.keys.expires}
        value={limits.expiry}
        choices={expiries}
        onValue={(expiry) => set({ expiry })}
      />
    </>
  )
}

function Actions({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const texts = useTexts()
  return (
    <div className="form-actions">
      {children}
      <Button onPress={onClose}>{texts.common.cancel}</Button>
    </div>
  )
}
