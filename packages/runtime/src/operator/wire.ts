import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** One JSON object a line, both ways: a request goes in, progress and then one result or error come out. */
export type WireRequest = { command: string; input: unknown }
/** May follow a request: whoever asked wants no more of it. */
export type WireStop = { stop: true }
export type WireReply =
  | { progress: { label: string; done: number; total: number } }
  | { result: unknown }
  | { error: { code: string; message: string; remedy: string } }

export function sendLine(socket: Socket, message: WireRequest | WireStop | WireReply): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`)
}

export async function* readLines(socket: Socket): AsyncGenerator<unknown> {
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield JSON.parse(line)
}
