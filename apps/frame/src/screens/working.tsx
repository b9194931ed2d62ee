import { Screen } from '../parts/screen.tsx'
import { StateIcon } from '../parts/state-icon.tsx'
import { useFrame } from '../state/use-frame.ts'
import type { StepOf } from './step-of.ts'

export function WorkingScreen({ step }: { step: StepOf<'working'> }) {
  const { texts } = useFrame()
  return (
    <Screen title={texts.working.title} why={texts.working.why}>
      <ol className="works" aria-live="polite">
        {step.works.map(({ name, state }) => (
          <li key={name} className={`work work-${state}`}>
            <StateIcon state={state} />
            <span className="row-text">{texts.working.works[name]}</span>
            <span className="row-note">{texts.working.states[state]}</span>
          </li>
        ))}
      </ol>
    </Screen>
  )
}
