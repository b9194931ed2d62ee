import { describeRule } from '@touchstone/contract/describe-rule'
import { Button } from '../../parts/button.tsx'
import { Checkbox, Field, Select } from '../../parts/field.tsx'
import { Section } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { ConditionFields } from './condition-fields.tsx'
import {
  type DraftGroup,
  type DraftPart,
  type DraftRule,
  isGroup,
  newCondition,
  newGroup,
  newPart,
  ruleOf,
} from './draft-rules.ts'
import { type Problem, type Problems, useProblems } from './problems.ts'

const actions = ['allow', 'hold', 'block'] as const
const mostConditions = 20

/** Edits one rule. The sentence describes the rule while it is edited. */
export function RuleFields({
  draft,
  categories,
  problems,
  onChange,
  onRemove,
}: {
  draft: DraftRule
  categories: readonly string[]
  problems: readonly Problem[]
  onChange(draft: DraftRule): void
  onRemove(): void
}) {
  const texts = useTexts()
  const of = useProblems(problems, problems[0]?.rule ?? 0)
  const set = (part: Partial<DraftRule>) => onChange({ ...draft, ...part })
  const name = draft.name || '…'
  return (
    <Section
      title={`${texts.rules.rule} ${name}`}
      text={texts.customerTransfers.sentence(describeRule(ruleOf(draft)))}
      actions={
        <Button look="quiet" onPress={onRemove}>
          {texts.rules.remove(name)}
        </Button>
      }
    >
      <div className="fields">
        <Field
          label={texts.rules.name}
          value={draft.name}
          onValue={(value) => set({ name: value })}
          hint={texts.rules.nameHint}
          problem={of.within('name')}
          maxLength={60}
          autoComplete="off"
        />
        <Select
          label={texts.rules.action}
          value={draft.action}
          choices={actions.map((value) => ({ value, name: texts.rules.actions[value] }))}
          onValue={(value) => set({ action: value as DraftRule['action'] })}
        />
        <Field
          label={texts.rules.priority}
          type="number"
          min={1}
          max={1000}
          step={1}
          value={Number.isNaN(draft.priority) ? '' : draft.priority}
          onValue={(typed) => set({ priority: typed === '' ? Number.NaN : Number(typed) })}
          hint={texts.rules.priorityHint}
          problem={of.within('priority')}
          autoComplete="off"
        />
      </div>
      <div className="fields">
        <Checkbox
          label={texts.rules.shadow}
          hint={texts.rules.shadowHint}
          checked={draft.shadow ?? false}
          onValue={(shadow) => set({ shadow })}
        />
        <Checkbox
          label={texts.rules.dust}
          hint={texts.rules.dustHint}
          checked={draft.includes_dust ?? false}
          onValue={(includes) => set({ includes_dust: includes })}
        />
      </div>
      <Group
        group={draft.when}
        name={texts.rules.when}
        place="when"
        problems={of}
        categories={categories}
        onChange={(when) => set({ when })}
      />
    </Section>
  )
}

function Group({
  group,
  name,
  place,
  problems,
  categories,
  inner = false,
  onChange,
}: {
  group: DraftGroup
  name: string
  place: string
  problems: Problems
  categories: readonly string[]
  /** Whether the group is part of another one. */
  inner?: boolean
  onChange(group: DraftGroup): void
}) {
  const texts = useTexts().rules
  const { by, parts } = group
  const replace = (key: number, of: DraftPart['of']) =>
    onChange({ by, parts: parts.map((part) => (part.key === key ? { key, of } : part)) })
  const remove = (key: number) => onChange({ by, parts: parts.filter((part) => part.key !== key) })
  const add = (of: DraftPart['of']) => onChange({ by, parts: [...parts, newPart(of)] })
  return (
    <fieldset className="field-group rule-group">
      <legend>{name}</legend>
      <Select
        label={texts.combine}
        value={by}
        choices={(['all', 'any'] as const).map((value) => ({ value, name: texts[value] }))}
        problem={problems.at(`${place}.${by}`)}
        onValue={(value) => onChange({ by: value as DraftGroup['by'], parts })}
      />
      {parts.map(({ key, of }, index) => {
        const at = `${place}.${by}.${index}`
        const label = isGroup(of) ? texts.group(index + 1) : texts.condition(index + 1)
        return (
          <div key={key} className="rule-part">
            {isGroup(of) ? (
              <Group
                {...{ group: of, name: label, place: at, problems, categories }}
                inner
                onChange={(next) => replace(key, next)}
              />
            ) : (
              <fieldset className="field-group">
                <legend>{label}</legend>
                <ConditionFields
                  {...{ condition: of, place: at, problems, categories }}
                  onChange={(next) => replace(key, next)}
                />
              </fieldset>
            )}
            <Button look="quiet" onPress={() => remove(key)}>
              {isGroup(of) ? texts.removeGroup : texts.removeCondition}
            </Button>
          </div>
        )
      })}
      {parts.length < mostConditions && (
        <div className="form-actions">
          <Button icon="plus" onPress={() => add(newCondition('amount'))}>
            {texts.addCondition}
          </Button>
          {!inner && (
            <Button icon="plus" onPress={() => add(newGroup())}>
              {texts.addGroup}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
