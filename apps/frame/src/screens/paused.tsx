import { Action } from '../parts/action.tsx'
import { clockTime } from '../parts/clock-time.ts'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { Screen } from '../parts/screen.tsx'
import { useCountdown } from '../parts/use-countdown.ts'
import { useFrame } from '../state/use-frame.ts'
import { reasonText } from '../texts/sentence-of.ts'
import type { StepOf } from './step-of.ts'

export function PausedScreen({
  step,
  onClose,
}: {
  step: StepOf<'paused'>
  onClose: (() => void) | undefined
}) {
  const { frame, texts } = useFrame()
  const left = useCountdown(step.until)
  return (
    <Screen
      title={texts.paused.title}
      why={texts.paused.why}
      icon="clock"
      tone="waiting"
      actions={
        left > 0 ? (
          onClose && <Action kind="plain" label={texts.common.close} onPress={onClose} />
        ) : (
          <Action name="retry" label={texts.paused.goOn} onPress={() => void frame.act('retry', '/retry')} />
        )
      }
    >
      <p className="countdown" role="timer">
        {left > 0 && texts.paused.remaining(clockTime(left))}
      </p>
      <section className="block">
        <h2 className="label">{texts.paused.last}</h2>
        <p>{reasonText(texts, step.reason) ?? texts.failures[step.screen].why}</p>
        <p className="muted small">{texts.failed.technical(step.reason)}</p>
      </section>
      <RefusalNotice />
    </Screen>
  )
}
