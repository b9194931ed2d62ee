import type { Case, CasePriority, ChangeCase } from '@touchstone/contract'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { Button } from '../../parts/button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { WhenLoaded } from '../../parts/states.tsx'
import { useSession } from '../../session/session.ts'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { CaseFiles } from './case-files.tsx'
import { CaseItems } from './case-items.tsx'
import { Due, dayOf, endOfDay, PriorityBadge, StatusBadge } from './case-parts.tsx'
import { Closing } from './closing.tsx'
import { priorities } from './new-case.tsx'
import { TimeLine } from './time-line.tsx'
import { useMembers } from './use-members.ts'

/** Shows a case with its references, files and time line. */
export function CaseView({ number }: { number: number }) {
  const texts = useTexts()
  const { api, path } = useSession()
  const found = useLoad<Case>('/cases/show', { number }, { ofOne: true })
  const [refusal, setRefusal] = useState<ApiError>()
  const save = () => {
    setRefusal(undefined)
    return api
      .download(`${path}/cases/export`, { number })
      .then((file) => saveFile(file, `case-${number}.zip`))
      .then(() => found.refetch())
      .catch((error: ApiError) => setRefusal(error))
  }
  return (
    <Page
      title={texts.cases.caseNo(number)}
      lead={found.data && texts.cases.oneLead(found.data.title)}
      back={<BackLink href="/list" text={texts.cases.title} />}
      actions={
        found.data && (
          <Button icon="download" onPress={() => void save()}>
            {texts.cases.export}
          </Button>
        )
      }
    >
      <Refusal error={refusal} />
      <WhenLoaded of={found} rows={8}>
        {(shown) => (
          <>
            <Summary shown={shown} />
            {shown.status !== 'closed' && (
              <Handling
                key={`${shown.title} ${shown.dueAt} ${shown.assignedTo} ${shown.priority}`}
                shown={shown}
              />
            )}
            <CaseItems shown={shown} />
            <CaseFiles shown={shown} />
            <TimeLine shown={shown} />
            <Closing shown={shown} />
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}

function Summary({ shown }: { shown: Case }) {
  const texts = useTexts()
  const { nameOf } = useMembers()
  const { status, priority, assignedTo, dueAt, overdue, createdBy, createdAt } = shown
  return (
    <Section title={texts.cases.case} text={texts.cases.exportHint}>
      <Facts
        rows={[
          [texts.cases.state, <StatusBadge key="status" status={status} />],
          [texts.cases.priority, <PriorityBadge key="priority" priority={priority} />],
          [texts.cases.assignee, nameOf(assignedTo)],
          [texts.cases.due, <Due key="due" at={dueAt} overdue={overdue} />],
          [texts.cases.openedBy, nameOf(createdBy)],
          [texts.cases.opened, <Moment key="opened" at={createdAt} />],
        ]}
      />
    </Section>
  )
}

function Handling({ shown }: { shown: Case }) {
  const texts = useTexts()
  const { choices, nameOf } = useMembers()
  const [title, setTitle] = useState(shown.title)
  const [priority, setPriority] = useState(shown.priority)
  const [assignedTo, setAssignedTo] = useState(shown.assignedTo ?? '')
  const [due, setDue] = useState(dayOf(shown.dueAt))
  const change = useChange<ChangeCase>('/cases/change')
  // A member who has left can still be the assignee.
  const known = choices.some(({ value }) => value === assignedTo)
  return (
    <Section title={texts.cases.handling} text={texts.cases.handlingWhy}>
      <form
        className="filters case-filters"
        onSubmit={(event) => {
          event.preventDefault()
          void change.run({
            ...{ number: shown.number, title, priority },
            ...(assignedTo !== (shown.assignedTo ?? '') && {
              assignedTo: assignedTo === '' ? null : assignedTo,
            }),
            ...(due !== dayOf(shown.dueAt) && { dueAt: due === '' ? null : endOfDay(due) }),
          })
        }}
      >
        <Field
          field="title"
          label={texts.cases.caseTitle}
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
          choices={known ? choices : [...choices, { value: assignedTo, name: nameOf(assignedTo) }]}
          onValue={setAssignedTo}
        />
        <Field field="dueAt" label={texts.cases.dueDate} type="date" value={due} onValue={setDue} />
        <Refusal error={change.refusal} />
        <div className="form-actions">
          <Button running={change.running}>{texts.common.save}</Button>
        </div>
      </form>
    </Section>
  )
}
