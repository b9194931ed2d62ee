import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * The protocol on the data folder's socket: one JSON object per line. The client sends a request. The server
 * sends progress messages, followed by one result or error.
 */
export type WireRequest = { command: string; input: unknown }
/** Sent by the client to cancel a request that it has already sent. */
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
