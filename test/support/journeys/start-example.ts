import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onceInRun } from '../once-in-run.ts'

export type Example = { url: string; stop(): Promise<void> }

/** Starts one of this repository's examples in the way that its README describes. */
export async function startExample(
  name: 'plain-page' | 'react-app',
  env: Readonly<Record<string, string>>,
): Promise<Example> {
  const file = fileURLToPath(new URL(`../../../examples/${name}/server.mjs`, import.meta.url))
  if (name === 'react-app') await buildReactApp()
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    const url = /listening on (http:\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return {
      url,
      async stop() {
        child.kill()
        await exited
      },
    }
  }
  throw new Error(`the example ${name} did not start`)
}

/** Builds the example once for all suites. */
export async function buildReactApp(): Promise<void> {
  const script = fileURLToPath(new URL('../../../examples/react-app/build.mjs', import.meta.url))
  await onceInRun('react-app', async () => {
    execFileSync(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] })
  })
}
