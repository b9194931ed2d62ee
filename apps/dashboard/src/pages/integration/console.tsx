import type { ConsoleOperations, ConsoleResponse } from '@touchstone/contract'
import { useState } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/copied.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

type Operation = ConsoleOperations['operations'][number]
type Call = { operation: string; input: Record<string, string | number>; apiKey?: string }

/** Lets a member call any operation, and shows the response. */
export function Console() {
  const texts = useTexts()
  const operations = useLoad<ConsoleOperations>('/console')
  const [name, setName] = useState<string>()
  return (
    <Section title={texts.console.title} text={texts.console.why}>
      <WhenLoaded of={operations}>
        {({ operations }) => {
          const chosen = operations.find((each) => each.name === name) ?? operations[0]
          if (chosen === undefined) return null
          return (
            <>
              <Select
                field="operation"
                label={texts.console.operation}
                value={chosen.name}
                choices={operations.map(({ name, group, summary }) => ({
                  value: name,
                  name: `${group}: ${summary}`,
                }))}
                hint={
                  <code>
                    {chosen.method} {chosen.path}
                  </code>
                }
                onValue={setName}
              />
              <Form key={chosen.name} operation={chosen} />
            </>
          )
        }}
      </WhenLoaded>
    </Section>
  )
}

function Form({ operation }: { operation: Operation }) {
  const texts = useTexts()
  const [values, setValues] = useState<Record<string, string>>({})
  const [apiKey, setApiKey] = useState('')
  const [answer, setAnswer] = useState<ConsoleResponse>()
  const call = useChange<Call, ConsoleResponse>('/console')
  const send = () => {
    const input = Object.fromEntries(
      operation.fields.flatMap(({ name, type }) => {
        const value = values[name] ?? ''
        if (value === '') return []
        return [[name, type === 'number' ? Number(value) : value]]
      }),
    )
    void call.run({ operation: operation.name, input, ...(apiKey !== '' && { apiKey }) }).then(setAnswer)
  }
  return (
    <div className="beside">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {operation.fields.map((field) => {
          const common = {
            label: field.required ? field.name : `${field.name} ${texts.console.optional}`,
            value: values[field.name] ?? '',
            hint: field.description === '' ? undefined : field.description,
            onValue: (value: string) => setValues({ ...values, [field.name]: value }),
          }
          return field.type === 'choice' ? (
            <Select
              key={field.name}
              {...common}
              choices={['', ...field.choices].map((value) => ({ value, name: value === '' ? '–' : value }))}
            />
          ) : (
            <Field
              key={field.name}
              {...common}
              inputMode={field.type === 'number' ? 'numeric' : undefined}
              placeholder={field.example}
              autoComplete="off"
            />
          )
        })}
        <Field
          field="apiKey"
          label={texts.console.key}
          type="password"
          value={apiKey}
          onValue={setApiKey}
          hint={texts.console.keyHint}
          autoComplete="off"
        />
        <Refusal error={call.refusal} />
        <div className="form-actions">
          <Button look="primary" running={call.running}>
            {texts.console.send}
          </Button>
        </div>
      </form>
      <div className="answer" aria-live="polite">
        {answer === undefined ? (
          <p className="muted small">{texts.console.noAnswer}</p>
        ) : (
          <>
            <p className="answer-head">
              <Badge tone={answer.http < 400 ? 'passed' : 'failed'}>HTTP {answer.http}</Badge>
              <span className="muted small">{texts.console.took(answer.milliseconds)}</span>
            </p>
            <CodeBlock text={JSON.stringify(answer.body, null, 2)} what={texts.console.answer} />
          </>
        )}
      </div>
    </div>
  )
}
