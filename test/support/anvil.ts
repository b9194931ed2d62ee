import { spawn } from 'node:child_process'
import { anvilBinary } from '@touchstone/chain'

export type Anvil = {
  url: string
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>
  stop(): Promise<void>
}

/** A real EVM node on a free port, with a chain of its own. */
export async function startAnvil(...args: string[]): Promise<Anvil> {
  const node = spawn(anvilBinary(), ['--port', '0', '--host', '127.0.0.1', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => node.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    node.once('error', reject)
    node.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${output.slice(-500)}`)))
    node.stdout.on('data', (chunk) => {
      output += chunk
      const place = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (place) resolve(`http://${place}`)
    })
  })
  let id = 0
  return {
    url,
    async rpc<T>(method: string, ...params: unknown[]) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      })
      const answer = (await response.json()) as { result?: T; error?: { message: string } }
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
      return answer.result as T
    },
    async stop() {
      node.kill('SIGKILL')
      await exited
    },
  }
}
