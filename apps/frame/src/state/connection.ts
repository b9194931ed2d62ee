import type { Connection } from '../api/create-api.ts'

const longestMs = 15_000

/**
 * Waits 1, 2, 4 … 15 seconds between attempts. Retries at once when the device comes online or the person
 * selects "Try again".
 */
export function createConnection(options: {
  onLost(): void
  onBack(): void
  scope?: Pick<Window, 'addEventListener'>
}): Connection & { retryNow(): void } {
  const sleepers = new Set<() => void>()
  const retryNow = () => {
    for (const wake of [...sleepers]) wake()
  }
  const scope = options.scope ?? window
  scope.addEventListener('online', retryNow)
  return {
    lost(attempt) {
      options.onLost()
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          sleepers.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, Math.min(longestMs, 1000 * 2 ** attempt))
        sleepers.add(wake)
      })
    },
    back: () => options.onBack(),
    retryNow,
  }
}
