import type { ProgramDraft, ProgramOptions, ProgramPreview } from '@touchstone/contract'
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import type { Change } from '../../session/use-change.ts'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import type { StepName } from './draft.ts'
import { StepFields } from './step-fields.tsx'

/** Shows one step of the form at a time, with a preview of the resulting screens beside it. */
export function ProgramSteps<Body extends object, Answer>(props: {
  steps: readonly [StepName, ...StepName[]]
  first: ProgramDraft
  options: ProgramOptions
  change: Change<Body, Answer>
  /** Shown on the last step. */
  note: ReactNode
  submit: string
  bodyOf(draft: ProgramDraft): Body
  onDone(answer: Answer): void
  isNewVersion?: boolean
  /**
   * Shown instead of the submit button if the requirements have not changed. If omitted, unchanged
   * requirements can be submitted.
   */
  same?: string
}) {
  const { steps, options, change, isNewVersion = false } = props
  const texts = useTexts()
  const [draft, setDraft] = useState(props.first)
  const [step, setStep] = useState<StepName>(steps[0])
  const at = steps.indexOf(step)
  const next = steps[at + 1]
  const before = steps[at - 1]
  const body = props.bodyOf(draft)
  const isSame =
    props.same !== undefined && JSON.stringify(body) === JSON.stringify(props.bodyOf(props.first))
  const goOn = async () => {
    if (next !== undefined) return setStep(next)
    const answer = await change.run(body)
    if (answer !== undefined) props.onDone(answer)
  }
  return (
    <div className="beside">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void goOn()
        }}
      >
        <ol className="steps">
          {steps.map((name, index) => (
            <li
              key={name}
              aria-current={name === step ? 'step' : undefined}
              className={index < at ? 'step-done' : ''}
            >
              {texts.programForm.steps[name]}
            </li>
          ))}
        </ol>
        <Section
          title={texts.programForm.steps[step]}
          text={next === undefined ? props.note : texts.programForm.why[step]}
        >
          <StepFields
            step={step}
            draft={draft}
            options={options}
            isNewVersion={isNewVersion}
            onChange={setDraft}
          />
          <Refusal error={change.refusal} />
          {next === undefined && isSame && (
            <p className="notice" role="status">
              {props.same}
            </p>
          )}
          <div className="form-actions">
            {(next !== undefined || !isSame) && (
              <Button look="primary" running={change.running}>
                {next === undefined ? props.submit : texts.programForm.next}
              </Button>
            )}
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

/** Shows the screens that people will see, in order. The server calculates the list. */
function Preview({ draft: { kind, checks, mintMode, chainId, walletProof, test } }: { draft: ProgramDraft }) {
  const texts = useTexts()
  const preview = useLoad<ProgramPreview>('/programs/preview', {
    kind,
    checks,
    mintMode,
    chainId,
    walletProof,
    ...(test !== undefined && { test }),
  })
  return (
    <Section title={texts.preview.title} text={texts.preview.why}>
      <WhenLoaded of={preview} rows={5}>
        {({ stages, signsWithWallet }) => (
          <ol className="screens">
            {stages.map((stage) => (
              <li key={stage}>
                <strong>{texts.preview.stages[stage as 'login']?.title ?? stage}</strong>
                <span className="muted small">{texts.preview.stages[stage as 'login']?.what}</span>
                {stage === 'login' && signsWithWallet && (
                  <span className="muted small">{texts.preview.signs}</span>
                )}
              </li>
            ))}
          </ol>
        )}
      </WhenLoaded>
    </Section>
  )
}
