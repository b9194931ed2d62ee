/** The session's bearer across a reload of the page. A browser may forbid the store: then a reload begins anew. */
export function createSessionMemory(key: string): {
  get(): string | undefined
  set(bearer: string | undefined): void
} {
  let held: string | undefined
  try {
    held = sessionStorage.getItem(key) ?? undefined
  } catch {
    held = undefined
  }
  return {
    get: () => held,
    set(bearer) {
      held = bearer
      try {
        if (bearer === undefined) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, bearer)
      } catch {
        // Kept in this page alone.
      }
    },
  }
}
