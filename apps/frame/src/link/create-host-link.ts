import type {
  ChainFamily,
  FrameHello,
  FrameMessage,
  PageMethod,
  PageRequests,
  PortFrameMessage,
} from '@touchstone/contract'
import type { Parameters } from '../boot/read-parameters.ts'
import { PageRefusal } from './page-refusal.ts'

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= most

/** Checks whether the page's response has the shape defined for the method. */
function isAnswer(method: PageMethod, data: unknown): boolean {
  switch (method) {
    case 'getUserAccounts':
      return (
        Array.isArray(data) &&
        data.length > 0 &&
        data.length <= 10 &&
        data.every((account) => isText(account, 512))
      )
    case 'getAccessToken':
      return isText(data, 4096)
    case 'delegateTransaction':
      return isText(data, 200)
    case 'signMessage':
      return isText(data, 20_000) || (typeof data === 'object' && data !== null)
  }
}

export type Finished = Omit<Extract<PortFrameMessage, { event: 'finished' }>, 'event'>

/** Communicates with the hosting page, over a port in v2 or over the window in v1. */
export type HostLink = {
  /** Announces that the page has been rendered, and negotiates the protocol version. */
  begin(): Promise<1 | 2>
  /** The protocol version of the current transport: 1 for the window, 2 for a port. */
  version(): 1 | 2
  /** The request format. It is 2 for our widget, even after a fallback to the v1 transport. */
  readonly dialect: 1 | 2
  /**
   * Whether the page supports the method. A page that does not declare its methods is assumed to support all
   * of them.
   */
  can(method: PageMethod): boolean
  /**
   * Whether the page's client can request signatures from wallets of the given family on the chain in the
   * page's address.
   */
  signsFor(family: ChainFamily): boolean
  ask<Method extends PageMethod>(
    method: Method,
    params: PageRequests[Method]['params'],
  ): Promise<PageRequests[Method]['data']>
  finished(result: Finished): void
  close(): void
  ready(): void
  step(name: string, index: number, of: number): void
  problem(code: string, text: string): void
  answerClosing(close: boolean): void
}

export type HostEvents = {
  onColours(colours: 'dark' | 'light'): void
  onChain(chainId: string): void
  onClosing(): void
}

/** The subset of `Window` that the link uses. Tests pass a substitute. */
export type LinkWindow = Pick<Window, 'addEventListener'> & { parent: Pick<Window, 'postMessage'> }

const welcomeMs = 1000
const answerMs = 30_000

export function createHostLink(
  parameters: Pick<Parameters, 'version' | 'origin' | 'channelId' | 'chainText'>,
  own: LinkWindow,
  events: HostEvents,
): HostLink {
  const { origin, channelId } = parameters
  const alone = (own.parent as unknown) === own
  const waiting = new Map<string, (says: { ok: boolean; data: unknown; said: string }) => void>()
  let port: MessagePort | undefined
  let welcomed: ((port: MessagePort) => void) | undefined
  let methods: readonly unknown[] | undefined

  const toWindow = (message: FrameMessage | FrameHello) => {
    if (!alone) own.parent.postMessage(message, origin)
  }
  const toPort = (message: PortFrameMessage) => port?.postMessage(message)

  const receive = (data: unknown, over: 'window' | 'port') => {
    const says = readPageMessage(data, over)
    if (says?.kind === 'answer') waiting.get(says.id)?.(says)
    else if (says?.kind === 'colours') events.onColours(says.colours)
    else if (says?.kind === 'chain') events.onChain(says.chainId)
    else if (says?.kind === 'closing') events.onClosing()
  }

  own.addEventListener('message', (event: MessageEvent) => {
    if (alone || event.source !== own.parent || event.origin !== origin) return
    const [offered] = event.ports
    const { data } = event
    if (offered !== undefined && isWelcome(data, channelId)) {
      if (Array.isArray(data.methods)) methods = data.methods
      welcomed?.(offered)
    } else if (port === undefined) receive(data, 'window')
  })

  return {
    begin() {
      return new Promise((resolve) => {
        if (parameters.version === 2) {
          const late = setTimeout(() => {
            welcomed = undefined
            resolve(1)
          }, welcomeMs)
          welcomed = (offered) => {
            clearTimeout(late)
            welcomed = undefined
            port = offered
            port.onmessage = ({ data }) => receive(data, 'port')
            port.start()
            resolve(2)
          }
          // Sent before `prepared`, because a page that receives `prepared` first treats this frame as v1.
          toWindow({ channelId, event: 'hello', versions: [1, 2] })
        } else resolve(1)
        toWindow({ channelId, event: 'prepared' })
      })
    },
    version: () => (port === undefined ? 1 : 2),
    dialect: parameters.version,
    can: (method) => methods === undefined || methods.includes(method),
    // The published client uses its Solana method only if the chain ID contains this string in lowercase.
    signsFor: (family) =>
      parameters.version === 2 || family !== 'solana' || parameters.chainText.includes('solana'),
    ask(method, params) {
      return new Promise((resolve, reject) => {
        if (alone) return reject(new PageRefusal(method, 'alone'))
        const id = drawId()
        const late = setTimeout(() => {
          waiting.delete(id)
          reject(new PageRefusal(method, 'timeout'))
        }, answerMs)
        waiting.set(id, ({ ok, data, said }) => {
          clearTimeout(late)
          waiting.delete(id)
          if (!ok) reject(new PageRefusal(method, 'refused', said))
          else if (!isAnswer(method, data)) reject(new PageRefusal(method, 'shape'))
          else resolve(data as never)
        })
        if (port === undefined) toWindow({ channelId, id, method, params })
        else toPort({ id, method, params })
      })
    },
    finished(result) {
      // Even in v2, the hosting page expects the KYC results as a window message.
      if (port === undefined || result.kycResults !== undefined)
        toWindow({ channelId, event: 'finished', ...result })
      toPort({ event: 'finished', ...result })
    },
    close() {
      if (port === undefined) toWindow({ channelId, event: 'close' })
      else toPort({ event: 'close' })
    },
    ready: () => toPort({ event: 'ready' }),
    step: (name, index, of) => toPort({ event: 'step', name, index, of }),
    problem: (code, text) => toPort({ event: 'error', code, text }),
    answerClosing: (close) => toPort({ event: 'closingAnswer', close }),
  }
}

function isWelcome(data: unknown, channelId: string): data is { methods?: unknown } {
  if (typeof data !== 'object' || data === null) return false
  const message = data as Record<string, unknown>
  return message.event === 'welcome' && message.version === 2 && message.channelId === channelId
}

function drawId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Handles messages from the hosting page and ignores all others. */
type PageSays =
  | { kind: 'answer'; id: string; ok: boolean; data: unknown; said: string }
  | { kind: 'colours'; colours: 'dark' | 'light' }
  | { kind: 'chain'; chainId: string }
  | { kind: 'closing' }

/** Parses an untrusted message. `port` messages include two events that v1 lacks. */
function readPageMessage(data: unknown, over: 'window' | 'port'): PageSays | undefined {
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
