import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(address)))
    })
  })
}

/** The time limits are for an idle machine and are multiplied by this factor. */
const busy = 4

/** Polls until a condition outside of this process is met. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
  what: string,
): Promise<void> {
  const end = Date.now() + busy * withinMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited ${busy * withinMs} ms for ${what}`)
    await pause(25)
  }
}
