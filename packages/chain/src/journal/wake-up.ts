/** Lets those who wait for something go on early. */
export type WakeUp = {
  ring(): void
  /** Until it rings, the time is over, or the signal fires. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export function createWakeUp(): WakeUp {
  let waiting = new Set<() => void>()
  return {
    ring() {
      const woken = waiting
      waiting = new Set()
      for (const wake of woken) wake()
    },
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', end)
          waiting.delete(end)
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        waiting.add(end)
        signal?.addEventListener('abort', end, { once: true })
        if (signal?.aborted) end()
      }),
  }
}
