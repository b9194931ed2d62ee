import type { PageMessage, PageMethod, PortWidgetMessage, WidgetWelcome } from '@touchstone/contract'
import { type FrameMessage, type FrameRequest, readFrameMessage } from './read-frame-message.ts'

/** The connection to one frame. */
export type Channel = {
  send(message: PortWidgetMessage): void
  /** The protocol version: 2 as soon as the frame has sent a message over the port, and 1 before that. */
  version(): 1 | 2
  close(): void
}

/** The messages that the widget handles after the handshake. */
export type ChannelMessage = Exclude<FrameMessage, { event: 'hello' } | FrameRequest>

/** The only events in v1. */
const v1Events = ['ready', 'finished', 'close']

/**
 * Communicates with one frame. Accepts window messages only from that frame's window, from the service's
 * origin and with this channel's ID. After the handshake, both sides use a port. Until the frame has sent a
 * message over the port, v1 messages are still accepted, because a frame that received `welcome` too late
 * continues in v1.
 */
export function openChannel(input: {
  frame: HTMLIFrameElement
  origin: string
  channelId: string
  speaksV2: boolean
  /** The methods that the page's provider implements. */
  methods: PageMethod[]
  onMessage(message: ChannelMessage): void
  onRequest(request: FrameRequest): Promise<PageMessage>
  /**
   * Called when the frame has started to listen. The frame may have missed changes since its address was
   * created.
   */
  onListening(): void
}): Channel {
  const { frame, origin, channelId } = input
  let port: MessagePort | undefined
  let portUsed = false
  let closed = false

  const post = (message: PageMessage | WidgetWelcome, transfer: Transferable[] = []) =>
    frame.contentWindow?.postMessage(message, origin, transfer)

  function welcome() {
    // A repeated hello means that the frame was reloaded, which closed its old port.
    port?.close()
    portUsed = false
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data }) => {
      const message = readFrameMessage(data)
      if (closed || channel.port1 !== port || !message) return
      portUsed = true
      deliver(message, (answer) => channel.port1.postMessage(answer))
    }
    post({ channelId, event: 'welcome', version: 2, methods: input.methods }, [channel.port2])
    input.onListening()
  }

  function deliver(message: FrameMessage, reply: (answer: PageMessage) => void) {
    if ('method' in message) answer(message, reply)
    else if (message.event !== 'hello') input.onMessage(message)
  }

  async function answer(request: FrameRequest, reply: (answer: PageMessage) => void) {
    const result = await input.onRequest(request)
    if (closed) return
    try {
      reply(result)
    } catch {
      // Functions and elements can't be cloned to another window.
      reply({
        id: request.id,
        message: `provider.${request.method}() returned a value that can't be sent to the frame`,
      })
    }
  }

  function receive(event: MessageEvent) {
    if (!event.source || event.source !== frame.contentWindow || event.origin !== origin) return
    const message = readFrameMessage(event.data)
    if (!message || event.data.channelId !== channelId) return
    if ('event' in message && message.event === 'hello') {
      if (input.speaksV2 && message.versions.includes(2)) welcome()
      return
    }
    // In v2, the frame still posts `finished` to the window, because the hosting page expects the KYC results
    // as a window message.
    if (portUsed) return
    if ('event' in message && !v1Events.includes(message.event)) return
    deliver(message, post)
    if ('event' in message && message.event === 'ready' && !port) input.onListening()
  }

  window.addEventListener('message', receive)
  return {
    send(message) {
      if (closed) return
      port?.postMessage(message)
      // A frame that received `welcome` too late needs this window message. A frame that uses its port
      // ignores it.
      if (!portUsed && 'event' in message && message.event === 'colorChanged') post(message)
    },
    version: () => (portUsed ? 2 : 1),
    close() {
      closed = true
      window.removeEventListener('message', receive)
      port?.close()
    },
  }
}
