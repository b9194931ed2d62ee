import { Action } from '../parts/action.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { failureOf } from '../texts/failure-of.ts'
import { failureIcons } from './failure-icons.ts'
import type { StepOf } from './step-of.ts'

/** Failures that the person may be able to resolve by signing in with a different account. */
const ofOtherAccount: ReadonlySet<string> = new Set(['existing-faceprint', 'faceprint-mismatch'])

export function FailedScreen({ step }: { step: StepOf<'failed'> }) {
  const { frame, texts } = useFrame()
  const { title, why, beside } = failureOf(texts, step.screen, step.reason)
  const label = step.retry === 'start' ? texts.common.startAgain : texts.common.tryAgain
  const retry = () => void frame.act('retry', '/retry')
  const signInAgain = () => void frame.work('other', frame.signInAgain)
  return (
    <Screen
      title={title}
      why={why}
      icon={failureIcons[step.screen]}
      tone="failed"
      actions={
        <>
          {step.retry !== 'none' && <Action name="retry" label={label} onPress={retry} />}
          {ofOtherAccount.has(step.screen) && (
            <Action kind="plain" name="other" label={texts.failed.otherAccount} onPress={signInAgain} />
          )}
        </>
      }
    >
      {beside !== undefined && <p className="notice">{beside}</p>}
      <p className="muted small">
        {step.attemptsLeft > 0 && <>{texts.failed.attempts(step.attemptsLeft)} · </>}
        {texts.failed.technical(step.reason)}
      </p>
      <RefusalNotice />
    </Screen>
  )
}
