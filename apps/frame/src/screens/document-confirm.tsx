import type { DocumentFieldName } from '@touchstone/contract'
import { useState } from 'react'
import { Action } from '../parts/action.tsx'
import { Facts } from '../parts/facts.tsx'
import { Field } from '../parts/field.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { regionName } from '../parts/region-name.ts'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { documentIn } from '../texts/later-texts.ts'
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

export function DocumentConfirmScreen({ step }: { step: StepOf<'document-confirm'> }) {
  const { frame, texts } = useFrame()
  const { documentConfirm } = documentIn(texts)
  const [values, setValues] = useState(step.fields)
  /** The last submitted values. If the server refuses them, the person can edit them. */
  const [sent, setSent] = useState(step.fields)
  const put = (name: DocumentFieldName, value: string) =>
    setValues((before) => ({ ...before, [name]: value }))
  const isEditable = (name: DocumentFieldName) => step.editable.includes(name)
  const confirm = () => {
    const changed = order.filter((name) => isEditable(name) && values[name] !== step.fields[name])
    const corrections = Object.fromEntries(changed.map((name) => [name, values[name].trim()]))
    setSent(values)
    void frame.act('confirm', '/document/confirm', { corrections })
  }
  const problemOf = (name: DocumentFieldName) =>
    step.refused.includes(name) && values[name] === sent[name] ? documentConfirm.refused.name : undefined
  const named = (name: DocumentFieldName) => {
    const country = name === 'nationality' || name === 'issuingState' ? step.countries[name] : undefined
    return country === undefined ? step.fields[name] : regionName(texts.language, country)
  }
  const shown = (name: DocumentFieldName) => {
    const value = name === 'sex' ? sexOf(documentConfirm.sexes, step.fields.sex) : named(name)
    const refused = step.refused.includes(name) && (
      <span className="field-below field-problem">{documentConfirm.refused.other}</span>
    )
    return (
      <>
        <span className={name === 'number' ? 'mono' : ''}>{value || documentConfirm.empty}</span>
        {refused}
      </>
    )
  }
  return (
    <Screen
      title={documentConfirm.title}
      why={documentConfirm.why}
      onSubmit={confirm}
      actions={
        <>
          <Action name="confirm" label={documentConfirm.confirm} />
          <Action
            kind="text"
            name="retake"
            icon="camera"
            label={documentConfirm.retake}
            onPress={() => void frame.act('retake', '/document/retake')}
          />
        </>
      }
    >
      <div className="fields">
        {order.filter(isEditable).map((name) => (
          <Field
            key={name}
            label={documentConfirm.fields[name]}
            type="text"
            maxLength={100}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            value={values[name]}
            problem={problemOf(name)}
            onValue={(value) => put(name, value)}
          />
        ))}
      </div>
      <section className="block">
        <h2 className="label">{documentConfirm.fixed}</h2>
        <Facts
          across
          facts={order
            .filter((name) => !isEditable(name))
            .map((name) => [documentConfirm.fields[name], shown(name)] as const)}
        />
      </section>
      <RefusalNotice />
    </Screen>
  )
}

function sexOf(sexes: Readonly<Record<string, string>>, sex: string): string {
  return sexes[sex] ?? sex
}
