import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { waitUntil } from './processes.ts'
import { demoTimeout } from './timeouts.ts'

/**
 * Creates a resource in a folder, once for all workers of the test run. The first worker that calls the
 * function creates the resource, and all other workers wait.
 */
export async function onceInRun(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('runFolder'), name)
  const done = join(folder, 'done')
  if (takeTurn(folder)) {
    await make(folder)
    writeFileSync(done, '')
  }
  await waitUntil(() => existsSync(done), demoTimeout, `another suite to create ${name}`)
  return folder
}

function takeTurn(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}
