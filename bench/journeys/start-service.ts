import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DemoFile } from '@touchstone/demo'
import { freePort } from '../../test/support/processes.ts'
import { stopProcess } from '../support/start-role.ts'

export type LoopDelay = { p99Ms: number; longestMs: number }

export type Service = {
  url: string
  demo: DemoFile
  dataFolder: string
  /** Runs an operator command and returns the JSON that it prints. */
  command<Answer>(...args: string[]): Promise<Answer>
  /** Starts a worker process for this service. */
  startWorker(name: string): Promise<void>
  /** CPU seconds of the server and its workers since they started. */
  cpuSeconds(): number
  /** Resident memory of the server process in bytes: now, and the highest value since it started. */
  residentBytes(): { now: number; peak: number }
  /**
   * Stops the server and starts it again with the same data, as `npm start` does after it has created the
   * demo.
   */
  restart(): Promise<void>
  /** Delays of the server's event loop since the last call, in milliseconds. */
  loopDelay(): Promise<LoopDelay>
  stop(): Promise<void>
}

// Relative to the compiled file in bench/dist/bench/journeys.
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const cli = join(root, 'apps/cli/bin/touchstone.mjs')
/**
 * Lowers the priority of the service, so that it does not delay the recordings of the simulated devices. In
 * reality, these devices are separate machines.
 */
const niceness = 5

/** Starts the built service with its demo in a separate process, on an empty data folder. */
export async function startService(
  env: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<Service> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'touchstone-journeys-'))
  const metricsPort = await freePort()
  const all = {
    ...{ PATH: process.env.PATH, TOUCHSTONE_DATA: dataFolder, PORT: '0', METRICS_PORT: String(metricsPort) },
    ...env,
  }
  const startServer = async () => {
    const child = spawn(process.execPath, [...nodeOptions, join(root, 'apps/server/dist/main.js')], {
      env: all,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    setPriority(child.pid ?? 0, niceness)
    await said(child, child.stdout, 'is ready')
    return child
  }
  let server: ChildProcess = await startServer()
  const workers: ChildProcess[] = []
  const processes = () => [server, ...workers]
  const readDemo = () => JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8')) as DemoFile
  return {
    get url() {
      return readDemo().baseUrl
    },
    get demo() {
      return readDemo()
    },
    dataFolder,
    async restart() {
      await stopProcess(server)
      server = await startServer()
    },
    async command(...args) {
      const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args, '--json'], { env: all })
      return JSON.parse(stdout)
    },
    async startWorker(name) {
      const { DATABASE_URL = '', TOUCHSTONE_WORKER_KEY = '' } = env
      const worker = spawn(process.execPath, [cli, 'worker', '--name', name], {
        env: { PATH: process.env.PATH, DATABASE_URL, TOUCHSTONE_WORKER_KEY, FACE_WORKERS: '1' },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      setPriority(worker.pid ?? 0, niceness)
      workers.push(worker)
      await said(worker, worker.stderr, 'is ready')
    },
    cpuSeconds: () => processes().reduce((sum, { pid = 0 }) => sum + cpuSecondsOf(pid), 0),
    residentBytes: () => residentBytesOf(server.pid ?? 0),
    async loopDelay() {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      const read = (name: string) =>
        1000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1])
      return { p99Ms: read('p99'), longestMs: read('max') }
    },
    async stop() {
      for (const each of processes().reverse()) await stopProcess(each)
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

async function said(child: ChildProcess, stream: NodeJS.ReadableStream, text: string): Promise<void> {
  let heard = ''
  const hear = (chunk: unknown) => {
    heard += String(chunk)
  }
  stream.on('data', hear)
  const ended = once(child, 'exit').then(() => {
    throw new Error(`a service process exited before it was ready: ${heard}`)
  })
  ended.catch(() => undefined)
  while (!heard.includes(text)) await Promise.race([once(stream, 'data'), ended])
  stream.off('data', hear)
  stream.resume()
}

/** Reads /proc on Linux, where the clock ticks a hundred times per second. */
function cpuSecondsOf(pid: number): number {
  // User and system time are the 12th and 13th fields after the process name, which can contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function residentBytesOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
}
