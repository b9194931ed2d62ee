/** A value that screens subscribe to. Listeners are notified of every change. */
export type Store<State> = {
  get(): State
  set(patch: Partial<State>): void
  subscribe(listener: () => void): () => void
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(patch) {
      const changed = Object.entries(patch).some(([key, value]) => state[key as keyof State] !== value)
      if (!changed) return
      state = { ...state, ...patch }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
