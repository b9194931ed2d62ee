import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { WebhookEvent } from '@touchstone/contract'
import { afterEach } from 'vitest'

export type Received = {
  body: string
  event: WebhookEvent
  /** The value of the header `webhook-id`. */
  id: string
  headers: IncomingMessage['headers']
}

export type Receiver = {
  url: string
  port: number
  received: Received[]
  /** Resolves when this number of deliveries has arrived in total. */
  until(count: number): Promise<Received[]>
  close(): Promise<void>
}

/**
 * Starts a merchant's webhook receiver. `answer` returns the response to the nth attempt, or undefined to
 * leave the attempt unanswered.
 */
export async function startReceiver(
  options: {
    answer?: (nth: number) => { status: number; headers?: Record<string, string>; endless?: true } | undefined
    host?: string
    tls?: { key: string; cert: string }
  } = {},
): Promise<Receiver> {
  const received: Received[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const take = (message: IncomingMessage, body: string) => {
    received.push({
      body,
      event: JSON.parse(body) as WebhookEvent,
      id: String(message.headers['webhook-id']),
      headers: message.headers,
    })
    for (const one of waiting) if (received.length >= one.count) one.resolve()
  }
  const handle: Parameters<typeof createServer>[1] = (message, reply) => {
    let body = ''
    message.setEncoding('utf8')
    message.on('data', (chunk) => {
      body += chunk
    })
    message.on('end', () => {
      const answer = options.answer ? options.answer(received.length + 1) : { status: 200 }
      if (answer !== undefined) {
        reply.writeHead(answer.status, answer.headers)
        if (answer.endless) reply.write('x'.repeat(1000))
        else reply.end('thank you')
      }
      take(message, body)
    })
  }
  const server: Server = options.tls ? createTlsServer(options.tls, handle) : createServer(handle)
  const host = options.host ?? '127.0.0.1'
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${options.tls ? 'https' : 'http'}://${host}:${port}/hooks?token=a-secret-of-the-receiver`,
    port,
    received,
    async until(count) {
      if (received.length < count) {
        await new Promise<void>((resolve) => waiting.push({ count, resolve }))
      }
      return received
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts receivers for the tests of a suite. Each receiver is closed after its test. */
export function useReceivers(): (options?: Parameters<typeof startReceiver>[0]) => Promise<Receiver> {
  const receivers: Receiver[] = []
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close()
  })
  return async (options) => {
    const receiver = await startReceiver(options)
    receivers.push(receiver)
    return receiver
  }
}
