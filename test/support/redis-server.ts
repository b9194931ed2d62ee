import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { freePort, waitUntil } from './processes.ts'

export type RedisServer = { url: string; port: number; stop(): Promise<void> }

export async function startRedis(port?: number): Promise<RedisServer> {
  const chosen = port ?? (await freePort())
  const server = spawn('redis-server', ['--port', String(chosen), '--save', '', '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  })
  await waitUntil(() => accepts(chosen), 10_000, 'Redis to start')
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    stop: () =>
      new Promise((resolve) => {
        server.once('exit', () => resolve())
        server.kill('SIGKILL')
      }),
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
