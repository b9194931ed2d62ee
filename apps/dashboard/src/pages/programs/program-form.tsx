import type { ProgramDraft, ProgramLine, ProgramOptions, Programs } from '@touchstone/contract'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Shown } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { givenDomains } from './changeable-fields.tsx'
import { draftLike, firstDraft, type StepName, stepNames } from './draft.ts'
import { Preview } from './preview.tsx'
import { StepFields } from './step-fields.tsx'

/** One step at a time, with the screens it leads to beside. */
export function ProgramForm({ like }: { like?: string }) {
  const texts = useTexts()
  const options = useLoad<ProgramOptions>('/programs/options')
  const programs = useLoad<Programs>('/programs')
  return (
    <Page
      title={texts.programForm.title}
      lead={texts.programForm.lead}
      back={
        <Link href="/" className="back">
          <Icon name="arrowLeft" />
          {texts.programs.title}
        </Link>
      }
    >
      <Shown of={options} rows={8}>
        {(options) => (
          <Shown of={programs} rows={8}>
            {({ programs }) => (
              <Steps options={options} like={programs.find(({ programNo }) => programNo === like)} />
            )}
          </Shown>
        )}
      </Shown>
    </Page>
  )
}

function Steps({ options, like }: { options: ProgramOptions; like: ProgramLine | undefined }) {
  const texts = useTexts()
  const [, go] = useLocation()
  const [draft, setDraft] = useState<ProgramDraft>(() => (like ? draftLike(like) : firstDraft(options)))
  const [step, setStep] = useState<StepName>('kind')
  const make = useChange<ProgramDraft, ProgramLine>('/programs')
  const at = stepNames.indexOf(step)
  const next = stepNames[at + 1]
  const before = stepNames[at - 1]
  return (
    <div className="beside">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (next !== undefined) setStep(next)
          else
            void make
              .run({ ...draft, allowedDomains: givenDomains(draft.allowedDomains) })
              .then((made) => made && go('/'))
        }}
      >
        <ol className="steps">
          {stepNames.map((name, index) => (
            <li
              key={name}
              aria-current={name === step ? 'step' : undefined}
              className={index < at ? 'step-done' : ''}
            >
              {texts.programForm.steps[name]}
            </li>
          ))}
        </ol>
        <Section title={texts.programForm.steps[step]} text={texts.programForm.why[step]}>
          <StepFields step={step} draft={draft} options={options} onChange={setDraft} />
          <Refusal error={make.refusal} />
          <div className="form-actions">
            <Button look="primary" running={make.running}>
              {next === undefined ? texts.programForm.make : texts.programForm.next}
            </Button>
            {before !== undefined && (
              <Button onPress={() => setStep(before)}>{texts.programForm.back}</Button>
            )}
          </div>
        </Section>
      </form>
      <Preview draft={draft} />
    </div>
  )
}
