import type { FrameHello, PortFrameMessage } from '@touchstone/contract'

/** What a frame can have said, on either way; v1's `prepared` means what v2 calls `ready`. */
export type FrameMessage = Exclude<PortFrameMessage, { method: unknown }> | FrameHello | FrameQuestion

/** The method is looked up by who answers: one that is not known is refused, so that the frame need not wait. */
export type FrameQuestion = { id: string; method: string; params: unknown }

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

/** The message if it has the shape of one; anything may be posted to a window. */
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
