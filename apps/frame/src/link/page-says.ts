/** What a hosting page can say to the frame: anything else is not heard. */
export type PageSays =
  | { kind: 'answer'; id: string; ok: boolean; data: unknown; said: string }
  | { kind: 'colours'; colours: 'dark' | 'light' }
  | { kind: 'chain'; chainId: string }
  | { kind: 'closing' }

/** Reads a message of any shape; `port` messages know two more events than v1's. */
export function readPageMessage(data: unknown, over: 'window' | 'port'): PageSays | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const message = data as Record<string, unknown>
  if (message.event === 'colorChanged') {
    const colours = message.data
    return colours === 'dark' || colours === 'light' ? { kind: 'colours', colours } : undefined
  }
  if (over === 'port' && message.event === 'closing') return { kind: 'closing' }
  if (over === 'port' && message.event === 'chainChanged') {
    return typeof message.data === 'string' && message.data.length <= 64
      ? { kind: 'chain', chainId: message.data }
      : undefined
  }
  if (message.event !== undefined || typeof message.id !== 'string' || typeof message.message !== 'string')
    return undefined
  const ok = message.message === 'ok'
  return { kind: 'answer', id: message.id, ok, data: message.data, said: ok ? '' : message.message }
}
