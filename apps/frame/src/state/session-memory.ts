/**
 * Keeps the session's bearer token across reloads. If the browser forbids storage, a reload starts a new
 * session.
 */
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
        // The browser forbids storage, so the bearer token is kept only in memory.
      }
    },
  }
}
