import { Icon } from './icon.tsx'

/** How a piece of work stands; a word beside it says the same. */
export function StateIcon({ state }: { state: 'waiting' | 'running' | 'done' }) {
  return (
    <span className={`state state-${state}`} aria-hidden="true">
      {state === 'done' && <Icon name="check" />}
    </span>
  )
}
