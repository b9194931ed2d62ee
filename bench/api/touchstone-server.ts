import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/processes.ts'
import type { Cleanup } from '../support/cleanup.ts'
import { stopProcess } from '../support/start-role.ts'
import type { World } from './seed-world.ts'

export type TouchstoneServer = {
  port: number
  process: ChildProcess
  /** Time from process start until the server first reported "ready". */
  readyAfterMs: number
  /** Returns the CPU time that the process has used so far. */
  cpuMs(): Promise<number>
  stop(): Promise<void>
}

// Path from bench/dist/bench/api to the built server.
const main = fileURLToPath(new URL('../../../../apps/server/dist/main.js', import.meta.url))
const memoryProbe = new URL('./memory-probe.js', import.meta.url).href
// A generous limit that only a hung server exceeds. A busy machine must not cause a benchmark to fail.
const readyWithinMs = 240_000

/** Starts the server with production settings and writes its log to a file. */
export async function startTouchstone(
  cleanup: Cleanup,
  world: Pick<World, 'env'>,
  options: { memoryProbe?: boolean } = {},
): Promise<TouchstoneServer> {
  const folder = world.env.TOUCHSTONE_DATA
  const port = await freePort()
  const metricsPort = await freePort()
  const log = openSync(join(folder, 'server.log'), 'a')
  const startedAt = performance.now()
  const flags = options.memoryProbe ? ['--expose-gc', '--import', memoryProbe] : []
  const child = spawn(process.execPath, [...flags, main], {
    cwd: folder,
    env: {
      ...world.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', log, log, ...(options.memoryProbe ? (['ipc'] as const) : [])],
  })
  closeSync(log)
  const stop = () => stopProcess(child)
  cleanup.add(stop)

  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw failed('ended during startup', folder)
    if (performance.now() - startedAt > readyWithinMs) throw failed('did not become ready', folder)
    await pause(2)
  }
  const readyAfterMs = performance.now() - startedAt
  return { port, process: child, readyAfterMs, stop, cpuMs: () => cpuMs(metricsPort) }
}

/**
 * Quotes the end of the log, because the folder that contains the log is deleted before anyone can read it.
 */
function failed(what: string, folder: string): Error {
  const lastLines = readFileSync(join(folder, 'server.log'), 'utf8').trim().split('\n').slice(-5)
  return new Error(`the server under test ${what}. Last log lines: ${lastLines.join('\n')}`)
}

async function isReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`)
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

async function cpuMs(metricsPort: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(await answer.text())?.[1]
  return Number(seconds) * 1000
}
