import { useReducer } from 'react'

type History<State> = {
  readonly past: readonly State[]
  readonly now: State
  readonly future: readonly State[]
}
type Step<Action> = { readonly act: Action; readonly isStep: boolean } | 'undo' | 'redo'

/** Number of steps that can be undone. */
const mostSteps = 100

/** Like `useReducer`, with undo and redo. An action that changes nothing is not a step. */
export function useHistory<State, Action>(change: (state: State, action: Action) => State, first: State) {
  const [history, step] = useReducer(
    (history: History<State>, step: Step<Action>): History<State> => {
      const { past, now, future } = history
      if (step === 'undo') {
        const before = past.at(-1)
        return before === undefined
          ? history
          : { past: past.slice(0, -1), now: before, future: [now, ...future] }
      }
      if (step === 'redo') {
        const [next, ...rest] = future
        return next === undefined ? history : { past: [...past, now], now: next, future: rest }
      }
      const next = change(now, step.act)
      if (next === now) return history
      if (!step.isStep) return { past, now: next, future }
      return { past: [...past, now].slice(-mostSteps), now: next, future: [] }
    },
    { past: [], now: first, future: [] },
  )
  return {
    now: history.now,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    act: (act: Action) => step({ act, isStep: true }),
    /** Changes the current state without a step that could be undone. */
    refresh: (act: Action) => step({ act, isStep: false }),
    undo: () => step('undo'),
    redo: () => step('redo'),
  }
}
