import type { MerchantPolicy } from '@touchstone/contract'
import { Field, Select } from '../../parts/field.tsx'
import { useTexts } from '../../texts/texts.ts'

type Policy = MerchantPolicy['policy']
type Classes = Policy['own']
type Side = Policy['received']

const methods = ['haircut', 'fifo', 'poison'] as const
const classes = ['severe', 'suspected', 'high', 'medium'] as const

/** Shows a field for every property of a policy. The server validates combinations of values. */
export function PolicyFields({
  policy,
  disabled,
  onChange,
}: {
  policy: Policy
  disabled: boolean
  onChange(policy: Policy): void
}) {
  const texts = useTexts().policy
  const set = (part: Partial<Policy>) => onChange({ ...policy, ...part })
  const { levels, budget } = policy
  return (
    <fieldset className="plain-fieldset" disabled={disabled}>
      <legend className="visually-hidden">{texts.title}</legend>
      <div className="fields">
        <Field
          field="version"
          label={texts.newVersion}
          value={policy.version}
          onValue={(version) => set({ version })}
          hint={texts.versionHint}
          maxLength={40}
          required
          autoComplete="off"
        />
        <Select
          label={texts.method}
          value={policy.method}
          choices={methods.map((value) => ({ value, name: texts.methods[value] }))}
          onValue={(method) => set({ method: method as Policy['method'] })}
        />
      </div>
      <Group name={texts.levels} hint={texts.levelsHint}>
        {(['moderate', 'high', 'severe'] as const).map((level) => (
          <NumberField
            key={level}
            label={texts.levelNames[level]}
            value={levels[level]}
            onNumber={(value) => set({ levels: { ...levels, [level]: value } })}
          />
        ))}
      </Group>
      <Group name={texts.ownLabel} hint={texts.ownHint}>
        <ClassFields of={policy.own} onChange={(own) => set({ own })} />
      </Group>
      <SideFields name={texts.received} side={policy.received} onChange={(received) => set({ received })} />
      <SideFields name={texts.sent} side={policy.sent} onChange={(sent) => set({ sent })} />
      <Group name={texts.rest} hint={texts.restHint}>
        <NumberField
          label={texts.dust}
          value={policy.dust_usd}
          onNumber={(value) => set({ dust_usd: value })}
        />
        <NumberField
          label={texts.share}
          value={policy.least_share}
          onNumber={(value) => set({ least_share: value })}
        />
        {(['addresses', 'transfers', 'transfers_of_one'] as const).map((name) => (
          <NumberField
            key={name}
            label={texts.budget[name]}
            value={budget[name]}
            onNumber={(value) => set({ budget: { ...budget, [name]: value } })}
          />
        ))}
      </Group>
    </fieldset>
  )
}

function SideFields({ name, side, onChange }: { name: string; side: Side; onChange(side: Side): void }) {
  const texts = useTexts().policy
  return (
    <Group name={name} hint={texts.sideHint}>
      <ClassFields of={side.weights} onChange={(weights) => onChange({ ...side, weights })} />
      <NumberField
        label={texts.decay}
        value={side.decay}
        onNumber={(decay) => onChange({ ...side, decay })}
      />
      <NumberField label={texts.hops} value={side.hops} onNumber={(hops) => onChange({ ...side, hops })} />
    </Group>
  )
}

function ClassFields({ of, onChange }: { of: Classes; onChange(classes: Classes): void }) {
  const texts = useTexts().policy
  return classes.map((name) => (
    <NumberField
      key={name}
      label={texts.classes[name]}
      value={of[name]}
      onNumber={(value) => onChange({ ...of, [name]: value })}
    />
  ))
}

function Group({ name, hint, children }: { name: string; hint: string; children: React.ReactNode }) {
  return (
    <fieldset className="field-group">
      <legend>{name}</legend>
      <p className="muted small">{hint}</p>
      <div className="fields fields-small">{children}</div>
    </fieldset>
  )
}

/** Keeps the text as typed, while the policy contains the parsed number. */
function NumberField({
  label,
  value,
  onNumber,
}: {
  label: string
  value: number
  onNumber(value: number): void
}) {
  return (
    <Field
      label={label}
      type="number"
      step="any"
      min={0}
      required
      value={Number.isNaN(value) ? '' : value}
      onValue={(typed) => onNumber(typed === '' ? Number.NaN : Number(typed))}
      autoComplete="off"
    />
  )
}
