import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * ClickHouse's HTTP interface over an engine in another process, as far as our client speaks it: so that the way over
 * HTTP is tested where no ClickHouse server can be had.
 */
export async function startClickHouseFront(
  folder: string,
): Promise<{ url: string; stop(): Promise<void>; kill(): Promise<void>; port: number }> {
  return await startFrontOn(folder, 0)
}

export async function startFrontOn(folder: string, port: number) {
  const script = fileURLToPath(new URL('./clickhouse-front-process.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, folder, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the engine did not start')))
  ended.catch(() => {})
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer]
  const bound = Number(line.toString().trim())
  return {
    url: `http://localhost:${bound}`,
    port: bound,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
