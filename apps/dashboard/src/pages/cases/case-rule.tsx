import type { CaseDueDays, CaseMembers, CaseRule as Rule } from '@touchstone/contract'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Checkbox, Field } from '../../parts/field.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { priorities } from './new-case.tsx'

/**
 * Lets owners require a second member to close a case, which only the operator can switch off, and set when new cases
 * are due.
 */
export function CaseRule() {
  const texts = useTexts()
  const members = useLoad<CaseMembers>('/cases/members')
  const change = useChange<Rule>('/cases/rule')
  return (
    <>
      <Section title={texts.cases.rule} text={texts.cases.ruleWhy}>
        <WhenLoaded of={members} rows={1}>
          {({ byTwo }) =>
            byTwo ? (
              <p>{texts.cases.byTwoOn}</p>
            ) : (
              <Checkbox
                label={texts.cases.byTwo}
                hint={texts.cases.byTwoHint}
                checked={false}
                disabled={change.running}
                onValue={() => void change.run({ byTwo: true })}
              />
            )
          }
        </WhenLoaded>
        <Refusal error={change.refusal} />
      </Section>
      <Section title={texts.cases.dueDays} text={texts.cases.dueDaysWhy}>
        <WhenLoaded of={members} rows={2}>
          {({ dueDays }) => <DueDays key={JSON.stringify(dueDays)} stored={dueDays} />}
        </WhenLoaded>
      </Section>
    </>
  )
}

function DueDays({ stored }: { stored: CaseDueDays }) {
  const texts = useTexts()
  const [days, setDays] = useState(stored)
  const change = useChange<CaseDueDays>('/cases/due-days')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void change.run(days)
      }}
    >
      <div className="fields fields-small">
        {priorities.map((priority) => (
          <Field
            key={priority}
            field={priority}
            label={texts.cases.priorities[priority]}
            type="number"
            min={1}
            max={365}
            value={days[priority] === null ? '' : String(days[priority])}
            onValue={(text) => setDays({ ...days, [priority]: text === '' ? null : Number(text) })}
          />
        ))}
      </div>
      <Refusal error={change.refusal} />
      <div className="form-actions">
        <Button running={change.running}>{texts.common.save}</Button>
      </div>
    </form>
  )
}
