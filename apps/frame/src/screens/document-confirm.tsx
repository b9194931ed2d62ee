import type { DocumentFieldName } from '@touchstone/contract'
import { useState } from 'react'
import { Action } from '../parts/action.tsx'
import { Field } from '../parts/field.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

const order: readonly DocumentFieldName[] = [
  'surname',
  'givenNames',
  'birthDate',
  'sex',
  'nationality',
  'number',
  'expiryDate',
  'issuingState',
]
const dates: ReadonlySet<DocumentFieldName> = new Set(['birthDate', 'expiryDate'])
const codes: ReadonlySet<DocumentFieldName> = new Set(['nationality', 'issuingState', 'number'])
const longest: Partial<Record<DocumentFieldName, number>> = { nationality: 3, issuingState: 3, number: 30 }

export function DocumentConfirmScreen({ step }: { step: StepOf<'document-confirm'> }) {
  const { frame, texts } = useFrame()
  const { documentConfirm } = texts
  const [values, setValues] = useState(step.fields)
  /** As they were sent last: what was refused stays to be mended. */
  const [sent, setSent] = useState(step.fields)
  const put = (name: DocumentFieldName, value: string) =>
    setValues((before) => ({ ...before, [name]: value }))
  const confirm = () => {
    const changed = order.filter((name) => step.editable.includes(name) && values[name] !== step.fields[name])
    const corrections = Object.fromEntries(changed.map((name) => [name, values[name].trim()]))
    setSent(values)
    void frame.act('confirm', '/document/confirm', { corrections })
  }
  const problemOf = (name: DocumentFieldName) =>
    step.refused.includes(name) && values[name] === sent[name] ? documentConfirm.refused : undefined
  return (
    <Screen
      title={documentConfirm.title}
      why={documentConfirm.why}
      onSubmit={confirm}
      actions={<Action name="confirm" label={documentConfirm.confirm} />}
    >
      <div className="fields">
        {order.map((name) => {
          const label = documentConfirm.fields[name]
          if (!step.editable.includes(name))
            return (
              <div key={name} className="field">
                <span className="field-label">{label}</span>
                <p className="field-fixed">{values[name] || documentConfirm.empty}</p>
              </div>
            )
          if (name === 'sex')
            return (
              <SelectField
                key={name}
                label={label}
                value={values.sex}
                problem={problemOf(name)}
                options={[
                  ['F', documentConfirm.sexes.F],
                  ['M', documentConfirm.sexes.M],
                  ['X', documentConfirm.sexes.X],
                ]}
                onValue={(value) => put(name, value)}
              />
            )
          return (
            <Field
              key={name}
              label={label}
              type={dates.has(name) ? 'date' : 'text'}
              className={codes.has(name) ? 'mono' : ''}
              maxLength={longest[name] ?? 100}
              autoComplete="off"
              autoCapitalize={codes.has(name) ? 'characters' : 'words'}
              spellCheck={false}
              value={values[name]}
              problem={problemOf(name)}
              onValue={(value) => put(name, codes.has(name) ? value.toUpperCase() : value)}
            />
          )
        })}
      </div>
      <RefusalNotice />
    </Screen>
  )
}
