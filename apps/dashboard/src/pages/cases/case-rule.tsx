import type { CaseMembers, CaseRule as Rule } from '@touchstone/contract'
import { Checkbox } from '../../parts/field.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'

/** Lets owners require a second member to close a case. Only the operator can switch this off. */
export function CaseRule() {
  const texts = useTexts()
  const members = useLoad<CaseMembers>('/cases/members')
  const change = useChange<Rule>('/cases/rule')
  return (
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
  )
}
