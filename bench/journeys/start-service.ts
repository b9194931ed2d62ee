import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DemoFile } from '@touchstone/demo'

export type Service = {
  url: string
  demo: DemoFile
  dataFolder: string
  /** Runs an operator command and returns the JSON that it prints. */
  command<Answer>(...args: string[]): Promise<Answer>
  stop(): Promise<void>
}

// Path from dist/bench/journeys in the bench folder.
const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Starts the built service with its demo in a separate process, on an empty data folder. */
export async function startService(env: Readonly<Record<string, string>>): Promise<Service> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'touchstone-journeys-'))
  const all = { PATH: process.env.PATH, TOUCHSTONE_DATA: dataFolder, PORT: '0', ...env }
  const child = spawn(process.execPath, [join(root, 'apps/server/dist/main.js')], {
    env: all,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said.includes('is ready')) break
  }
  if (!said.includes('is ready')) throw new Error('the service did not start')
  child.stdout.resume()
  const demo = JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8')) as DemoFile
  return {
    url: demo.baseUrl,
    demo,
    dataFolder,
    async command(...args) {
      const cli = join(root, 'apps/cli/bin/touchstone.mjs')
      const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args, '--json'], { env: all })
      return JSON.parse(stdout)
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
