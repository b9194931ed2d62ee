import type { CasePriority, OpenCase } from '@touchstone/contract'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { BackLink } from '../../parts/back-link.tsx'
import { Button } from '../../parts/button.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { MissingChoices } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useTexts } from '../../texts/texts.ts'
import { endOfDay } from './case-parts.tsx'
import { useMembers } from './use-members.ts'

export const priorities = ['low', 'normal', 'high', 'urgent'] as const satisfies readonly CasePriority[]

/** Opens a case. References are added on its page. */
export function NewCase() {
  const texts = useTexts()
  const [, go] = useLocation()
  const { loaded, choices } = useMembers()
  const [title, setTitle] = useState('')
  const [priority, setPriority] = useState<CasePriority>('normal')
  const [assignedTo, setAssignedTo] = useState('')
  const [due, setDue] = useState('')
  const open = useChange<OpenCase, { number: number }>('/cases/open')
  return (
    <Page
      title={texts.cases.newCase}
      lead={texts.cases.noCasesWhy}
      back={<BackLink href="/list" text={texts.cases.title} />}
    >
      <Section title={texts.cases.case}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void open
              .run({
                ...{ title, priority },
                ...(assignedTo !== '' && { assignedTo }),
                ...(due !== '' && { dueAt: endOfDay(due) }),
              })
              .then((opened) => opened && go(`/show/${opened.number}`))
          }}
        >
          <Field
            field="title"
            label={texts.cases.caseTitle}
            hint={texts.cases.caseTitleHint}
            value={title}
            onValue={setTitle}
            maxLength={200}
            required
            autoComplete="off"
          />
          <Select
            label={texts.cases.priority}
            value={priority}
            choices={priorities.map((value) => ({ value, name: texts.cases.priorities[value] }))}
            onValue={(value) => setPriority(value as CasePriority)}
          />
          <Select
            field="assignedTo member"
            label={texts.cases.assignee}
            value={assignedTo}
            choices={choices}
            onValue={setAssignedTo}
          />
          <MissingChoices of={loaded} />
          <Field field="dueAt" label={texts.cases.dueDate} type="date" value={due} onValue={setDue} />
          <Refusal error={open.refusal} />
          <div className="form-actions">
            <Button look="primary" running={open.running}>
              {texts.cases.newCase}
            </Button>
          </div>
        </form>
      </Section>
    </Page>
  )
}
