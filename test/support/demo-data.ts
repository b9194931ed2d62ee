import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoFile } from '@touchstone/demo'
import { ask } from './ask.ts'
import { demoCache } from './demo-cache.ts'
import { onceInRun } from './once-in-run.ts'
import { waitUntil } from './processes.ts'
import { type Finished, run } from './run.ts'
import { demoTimeout } from './timeouts.ts'

/** The output of a first start, its data folder, and the list of users that it created. */
type FirstStart = Finished & { dataFolder: string; users: unknown }

/** Runs a first start with the script that `npm start` runs. */
export async function firstStart(): Promise<FirstStart> {
  const folder = await onceInRun('first-start', async (made) => {
    const started = run('scripts/start.mjs', [], { PORT: '0', TOUCHSTONE_DATA: join(made, 'data') })
    const { child, output, exited } = started
    await waitUntil(
      () => output.stdout.includes('is ready') || child.exitCode !== null,
      demoTimeout,
      'the first start to be ready',
    )
    const users = child.exitCode === null && (await fetchUsers(join(made, 'data')))
    child.kill('SIGTERM')
    const finished = await exited
    if (finished.code !== 0)
      throw new Error(`the first start ended with ${finished.code}: ${finished.stderr}`)
    writeFileSync(join(made, 'output.json'), JSON.stringify({ ...finished, users }))
  })
  const output = JSON.parse(readFileSync(join(folder, 'output.json'), 'utf8')) as Omit<
    FirstStart,
    'dataFolder'
  >
  return { ...output, dataFolder: join(folder, 'data') }
}

/** Returns the users of the demo's first program, from the server that runs on this data folder. */
export async function fetchUsers(dataFolder: string): Promise<unknown> {
  const demo = JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8')) as DemoFile
  const { mchNo, apiKey, programNo } = demo
  const body = { mchNo, apiKey, programNo, page: 1 }
  return (await ask(`${demo.baseUrl}/zkseradmin/openapi/kyc/getUsersList`, { body })).body.data
}

/**
 * Copies the data folder of a first start, which contains the demo merchant, its users, and the chain with
 * their tokens.
 */
export async function copyDemo(dataFolder: string): Promise<void> {
  cpSync(await demoFolder(), dataFolder, { recursive: true })
}

/**
 * Returns the data folder of a first start in this test run, or in an earlier run of the same code. The
 * folder must not be changed.
 */
export async function demoFolder(): Promise<string> {
  const folder = await onceInRun('demo', async (made) => {
    const cached = demoCache()
    const path = existsSync(cached) ? cached : (await firstStart()).dataFolder
    writeFileSync(join(made, 'path'), path)
    if (path !== cached) keep(path, cached)
  })
  return readFileSync(join(folder, 'path'), 'utf8')
}

function keep(dataFolder: string, cached: string): void {
  const draft = `${cached}-${process.pid}`
  cpSync(dataFolder, draft, { recursive: true })
  try {
    renameSync(draft, cached)
  } catch {
    // Another test run has created the folder in the meantime.
    rmSync(draft, { recursive: true })
  }
}
