import type { FrameHello, PortFrameMessage } from '@touchstone/contract'

/** A message from the frame over either transport. The v1 event `prepared` becomes `ready`. */
export type FrameMessage = Exclude<PortFrameMessage, { method: unknown }> | FrameHello | FrameRequest

/**
 * A request from the frame. An unknown method is accepted here and refused in the response, so that the frame
 * does not wait for a timeout.
 */
export type FrameRequest = { id: string; method: string; params: unknown }

type Shape = Record<string, 'string' | 'number' | 'boolean'>

const shapes: Record<string, Shape> = {
  ready: {},
  prepared: {},
  hello: { channelId: 'string' },
  close: {},
  step: { name: 'string', index: 'number', of: 'number' },
  error: { code: 'string', text: 'string' },
  closingAnswer: { close: 'boolean' },
  finished: { verifiedAddress: 'string', programNo: 'string' },
}

/**
 * Returns the message if it has a known shape. The check is needed because any script can post anything to a
 * window.
 */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const message = data as Record<string, unknown>
  const { event, id, method, params } = message
  if (event === undefined) {
    return typeof id === 'string' && typeof method === 'string' ? { id, method, params } : undefined
  }
  if (typeof event !== 'string' || !Object.hasOwn(shapes, event)) return undefined
  for (const [name, type] of Object.entries(shapes[event] ?? {})) {
    if (typeof message[name] !== type) return undefined
  }
  if (event === 'hello' && !Array.isArray(message.versions)) return undefined
  if (event === 'prepared') return { event: 'ready' }
  return message as FrameMessage
}
