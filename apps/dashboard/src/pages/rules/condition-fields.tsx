import type { RuleFact } from '@touchstone/contract'
import { useId, useState } from 'react'
import { Field, Select } from '../../parts/field.tsx'
import { useTexts } from '../../texts/texts.ts'
import { type DraftCondition, newCondition } from './draft-rules.ts'
import type { Problems } from './problems.ts'

type Member = {
  readonly name: MemberName
  readonly kind: 'number' | 'words' | 'flag' | 'one' | 'some'
  readonly choices?: readonly string[]
  /** The condition is complete without this member. */
  readonly optional?: true
}
type MemberName = keyof ReturnType<typeof useTexts>['rules']['fields']

const directions = ['deposit', 'withdrawal'] as const

/** The members of each kind of condition. `categories` come from the server. */
const membersOf: Readonly<Record<RuleFact, readonly Member[]>> = {
  exposure: [
    { name: 'categories', kind: 'some' },
    { name: 'directness', kind: 'some', choices: ['own', 'direct', 'indirect'], optional: true },
    { name: 'side', kind: 'one', choices: ['received', 'sent'], optional: true },
    { name: 'min_usd', kind: 'number', optional: true },
    { name: 'min_share', kind: 'number', optional: true },
  ],
  risk_level: [{ name: 'in', kind: 'some', choices: ['Low', 'Moderate', 'High', 'Severe'] }],
  score: [{ name: 'min', kind: 'number' }],
  amount: [
    { name: 'min_usd', kind: 'number', optional: true },
    { name: 'below_usd', kind: 'number', optional: true },
  ],
  direction: [{ name: 'is', kind: 'one', choices: directions }],
  coin: [{ name: 'in', kind: 'words' }],
  verification: [{ name: 'in', kind: 'some', choices: ['passed', 'failed', 'started', 'none'] }],
  velocity: [
    { name: 'hours', kind: 'number' },
    { name: 'min_usd', kind: 'number', optional: true },
    { name: 'min_count', kind: 'number', optional: true },
    { name: 'direction', kind: 'one', choices: directions, optional: true },
    { name: 'same_address', kind: 'flag', optional: true },
  ],
  first_use: [],
  structuring: [
    { name: 'limit_usd', kind: 'number' },
    { name: 'within', kind: 'number' },
    { name: 'min_count', kind: 'number' },
    { name: 'hours', kind: 'number' },
  ],
  pass_through: [
    { name: 'hours', kind: 'number' },
    { name: 'min_share', kind: 'number' },
    { name: 'min_usd', kind: 'number', optional: true },
  ],
  dormant: [{ name: 'days', kind: 'number' }],
  coverage: [{ name: 'in', kind: 'some', choices: ['complete', 'partial', 'none'] }],
  customer_country: [{ name: 'in', kind: 'words' }],
}
const facts = Object.keys(membersOf) as RuleFact[]

type Props = {
  condition: DraftCondition
  place: string
  problems: Problems
  categories: readonly string[]
  onChange(condition: DraftCondition): void
}

/** Edits one condition: what it tests, and its limits. */
export function ConditionFields({ condition, place, problems, categories, onChange }: Props) {
  const texts = useTexts().rules
  return (
    <>
      <div className="fields">
        <Select
          label={texts.fact}
          value={condition.fact}
          choices={facts.map((value) => ({ value, name: texts.facts[value] }))}
          problem={problems.at(place)}
          onValue={(fact) => onChange(newCondition(fact as RuleFact))}
        />
        {membersOf[condition.fact]
          .filter(({ kind }) => kind !== 'some')
          .map((member) => (
            <MemberField
              key={`${condition.fact} ${member.name}`}
              {...{ member, condition, onChange }}
              problem={problems.within(`${place}.${member.name}`)}
            />
          ))}
      </div>
      {membersOf[condition.fact]
        .filter(({ kind }) => kind === 'some')
        .map((member) => (
          <Some
            key={`${condition.fact} ${member.name}`}
            {...{ member, condition, onChange }}
            choices={member.choices ?? categories}
            problem={problems.within(`${place}.${member.name}`)}
          />
        ))}
    </>
  )
}

type FieldProps = Pick<Props, 'condition' | 'onChange'> & { member: Member; problem: string | undefined }

function MemberField({
  member: { name, kind, choices = [], optional },
  condition,
  problem,
  onChange,
}: FieldProps) {
  const texts = useTexts().rules
  const label = texts.fields[name]
  const nameOf = useChoiceName()
  const value = condition[name]
  const set = (next: unknown) => {
    const { [name]: _, ...rest } = condition
    onChange((next === undefined ? rest : { ...rest, [name]: next }) as DraftCondition)
  }
  if (kind === 'words')
    return <Words {...{ condition, label, problem }} words={value as string[]} onWords={set} />
  if (kind === 'number')
    return (
      <Field
        label={label}
        type="number"
        step="any"
        value={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
        problem={problem}
        autoComplete="off"
        onValue={(typed) => set(typed === '' ? (optional ? undefined : Number.NaN) : Number(typed))}
      />
    )
  const flags = [
    { value: '', name: texts.either },
    { value: 'true', name: texts.yes },
  ]
  const some = [...(optional ? [{ value: '', name: texts.either }] : []), ...choices.map(nameOf)]
  return (
    <Select
      label={label}
      value={value === undefined ? '' : String(value)}
      choices={kind === 'flag' ? flags : some}
      problem={problem}
      onValue={(chosen) => set(chosen === '' ? undefined : kind === 'flag' ? true : chosen)}
    />
  )
}

/** Keeps the text as typed, while the condition contains the words. */
function Words({
  condition,
  label,
  problem,
  words,
  onWords,
}: {
  condition: DraftCondition
  label: string
  problem: string | undefined
  words: readonly string[]
  onWords(words: string[]): void
}) {
  const texts = useTexts().rules
  const [typed, setTyped] = useState(words.join(' '))
  return (
    <Field
      label={label}
      value={typed}
      problem={problem}
      hint={condition.fact === 'coin' ? texts.coinsHint : texts.countriesHint}
      autoComplete="off"
      onValue={(value) => {
        setTyped(value)
        onWords(value.split(/[\s,]+/).filter(Boolean))
      }}
    />
  )
}

function Some({
  member,
  condition,
  choices,
  problem,
  onChange,
}: FieldProps & { choices: readonly string[] }) {
  const texts = useTexts().rules
  const id = useId()
  const nameOf = useChoiceName()
  const chosen = (condition[member.name] as readonly string[] | undefined) ?? []
  const toggle = (choice: string, isChosen: boolean) => {
    const next = choices.filter((each) => (each === choice ? isChosen : chosen.includes(each)))
    const { [member.name]: _, ...rest } = condition
    const isEmpty = next.length === 0 && member.optional
    onChange((isEmpty ? rest : { ...rest, [member.name]: next }) as DraftCondition)
  }
  return (
    <fieldset className="field-group" aria-describedby={problem === undefined ? undefined : id}>
      <legend className="small">{texts.fields[member.name]}</legend>
      <div className="checks">
        {choices.map(nameOf).map(({ value, name }) => (
          <label key={value} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => toggle(value, event.target.checked)}
            />
            {name}
          </label>
        ))}
      </div>
      {problem !== undefined && (
        <p id={id} className="field-below field-problem small">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** Returns a function that names a choice. Categories keep the names of the API. */
function useChoiceName(): (value: string) => { value: string; name: string } {
  const texts = useTexts()
  const names: Readonly<Record<string, string>> = {
    ...texts.customerTransfers.directnesses,
    ...texts.customerTransfers.sides,
    ...texts.customerTransfers.directions,
    ...texts.levels,
    ...texts.rules.states,
  }
  return (value) => ({ value, name: names[value] ?? value })
}
