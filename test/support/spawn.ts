import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoFile } from '@touchstone/demo'
import { runCommandLine } from '../../apps/cli/src/run-command-line.ts'
import { copyDemo } from './demo-data.ts'
import { waitUntil } from './processes.ts'
import { type Finished, type Program, run } from './run.ts'

export { type Finished, run } from './run.ts'

export type SpawnedServer = {
  url: string
  demo: DemoFile
  dataFolder: string
  process: ChildProcess
  output: { stdout: string; stderr: string }
  exited: Promise<Finished>
  stop(): Promise<Finished>
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-e2e-'))
  // After a kill, the chain's process may still be writing its last state.
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20 }) }
}

/**
 * Runs the command in the test's process. The output and the exit code are the same as those of a separate
 * process, but there is no startup time.
 */
export async function runCli(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  const output = { stdout: '', stderr: '' }
  const into = (stream: keyof typeof output) => ({
    write(text: string) {
      output[stream] += text
    },
  })
  const code = await runCommandLine(args, {
    stdout: into('stdout'),
    stderr: into('stderr'),
    settings: { env, folder: tmpdir() },
    exitCode: 0,
  })
  return { code, ...output }
}

/**
 * Runs a script of this folder until it ends, or kills it after it has printed the given number of lines.
 * Throws if it ends with an error.
 */
export async function runUntilKilled(
  script: string,
  args: readonly string[],
  killAtLine = Number.POSITIVE_INFINITY,
): Promise<{ out: string; killed: boolean }> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  let out = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
    if (out.split('\n').length > killAtLine) child.kill('SIGKILL')
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return await new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve({ out, killed: code !== 0 })
      else reject(new Error(`the process ended with ${code ?? signal}: ${errors}`))
    })
  })
}

/** Runs the built command in a separate process. */
export async function spawnCli(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  return await run('apps/cli/bin/touchstone.mjs', args, env).exited
}

/**
 * Starts the real server process and waits until it responds. If there is no store yet, starts with the demo.
 */
export async function spawnServer(
  options: {
    dataFolder: string
    env?: Record<string, string>
    args?: string[]
    /** Runs a real first start with the script that `npm start` runs. */
    fromNothing?: true
  } & Program,
): Promise<SpawnedServer> {
  const isNew = !existsSync(join(options.dataFolder, 'postgres'))
  // Production rejects the demo.
  const withDemo = options.env?.NODE_ENV !== 'production'
  if (isNew && withDemo && !options.env?.DATABASE_URL) await copyDemo(options.dataFolder)
  // Sets the metrics port, because the default one, which follows the service's port, could be in use by
  // another process.
  const env = { PORT: '0', METRICS_PORT: '0', TOUCHSTONE_DATA: options.dataFolder, ...options.env }
  const script = 'apps/server/dist/main.js'
  const { child, output, exited } = run(script, options.args ?? [], env, options)
  await waitUntil(
    () => output.stdout.includes('is ready') || child.exitCode !== null,
    240_000,
    'the server to be ready',
  )
  if (child.exitCode !== null) throw new Error(`the server ended early: ${output.stderr}`)
  const url = /Start page +(http:\S+)/.exec(output.stdout)?.[1] ?? ''
  const file = join(options.dataFolder, 'demo.json')
  return {
    url,
    demo: withDemo ? JSON.parse(readFileSync(file, 'utf8')) : ({} as DemoFile),
    dataFolder: options.dataFolder,
    process: child,
    output,
    exited,
    async stop() {
      child.kill('SIGTERM')
      return await exited
    },
  }
}
