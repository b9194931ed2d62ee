import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../../apps/cli/src/run-command-line.ts'
import type { DemoFile } from '../../apps/server/src/demo/demo-file.ts'
import { layDemo } from './demo-data.ts'
import { layDataFolder } from './engines.ts'
import { hasLedgerEngine } from './ledger-engine.ts'
import { waitUntil } from './processes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Said on purpose, a missing engine is no warning. */
const ledgerSetting: Record<string, string> = hasLedgerEngine ? {} : { CLICKHOUSE_URL: 'off' }

export type Finished = { code: number | null; stdout: string; stderr: string }

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
  // After a kill the chain's keeper may still be writing its last state.
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20 }) }
}

/** Which build of the project is started, and by which Node: this one, unless it is said. */
export type Program = { installation?: string; node?: string }

/** Starts a program of the project, as it is built, in a process of its own. */
export function run(
  script: string,
  args: string[],
  env: Record<string, string> = {},
  { installation = root, node = process.execPath }: Program = {},
) {
  const output = { stdout: '', stderr: '' }
  const child = spawn(node, [join(installation, script), ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...ledgerSetting, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const exited = new Promise<Finished>((resolve) => {
    child.once('close', (code) => resolve({ code, ...output }))
  })
  return { child, output, exited }
}

/** The command inside the test's process: the same output and exit code without the seconds of a process's start. */
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
    settings: { env: { ...ledgerSetting, ...env }, folder: tmpdir() },
    exitCode: 0,
  })
  return { code, ...output }
}

/** The command as it is built, in a process of its own. */
export async function spawnCli(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  return await run('apps/cli/bin/touchstone.mjs', args, env).exited
}

/** The real server process; ready to answer when this returns. Starts with the demo unless there is a store. */
export async function spawnServer(
  options: {
    dataFolder: string
    env?: Record<string, string>
    args?: string[]
    /** A real first start, by the script behind `npm start`. */
    fromNothing?: true
  } & Program,
): Promise<SpawnedServer> {
  const isNew = !existsSync(join(options.dataFolder, 'postgres'))
  if (isNew && !options.env?.DATABASE_URL && !options.fromNothing) {
    // Production refuses the demo.
    if (options.env?.NODE_ENV === 'production') await layDataFolder(options.dataFolder)
    else await layDemo(options.dataFolder)
  }
  const env = { PORT: '0', TOUCHSTONE_DATA: options.dataFolder, ...options.env }
  const script = options.fromNothing ? 'scripts/start.mjs' : 'apps/server/dist/main.js'
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
    demo: options.env?.NODE_ENV === 'production' ? ({} as DemoFile) : JSON.parse(readFileSync(file, 'utf8')),
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
