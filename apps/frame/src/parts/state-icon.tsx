import { Icon } from './icon.tsx'

/** Shows the state of a task. An adjacent word conveys the meaning. */
export function StateIcon({ state }: { state: 'waiting' | 'running' | 'done' }) {
  return (
    <span className={`state state-${state}`} aria-hidden="true">
      {state === 'done' && <Icon name="check" />}
    </span>
  )
}
