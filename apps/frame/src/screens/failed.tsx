import { Action } from '../parts/action.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useFrame } from '../state/use-frame.ts'
import { reasonBeside } from '../texts/reason-beside.ts'
import { failureIcons } from './failure-icons.ts'
import type { StepOf } from './step-of.ts'

export function FailedScreen({
  step,
  onClose,
}: {
  step: StepOf<'failed'>
  onClose: (() => void) | undefined
}) {
  const { frame, texts } = useFrame()
  const { title, why } = texts.failures[step.screen]
  const reason = reasonBeside(texts, step.reason, why)
  const label = step.retry === 'start' ? texts.common.startAgain : texts.common.tryAgain
  const retry = () => void frame.act('retry', '/retry')
  return (
    <Screen
      title={title}
      why={why}
      icon={failureIcons[step.screen]}
      tone="failed"
      actions={
        step.retry === 'none' ? (
          onClose && <Action kind="plain" label={texts.common.close} onPress={onClose} />
        ) : (
          <Action name="retry" label={label} onPress={retry} />
        )
      }
    >
      {reason !== undefined && <p className="notice">{reason}</p>}
      <p className="muted small">
        {step.retry !== 'none' && step.attemptsLeft > 0 && <>{texts.failed.attempts(step.attemptsLeft)} · </>}
        {texts.failed.technical(step.reason)}
      </p>
      <RefusalNotice />
    </Screen>
  )
}
