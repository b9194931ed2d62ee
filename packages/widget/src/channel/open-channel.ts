import type { PageMessage, PageMethod, PortWidgetMessage, WidgetWelcome } from '@touchstone/contract'
import { type FrameMessage, type FrameQuestion, readFrameMessage } from './read-frame-message.ts'

export type Channel = {
  send(message: PortWidgetMessage): void
  /** 2 from when the frame has spoken over the port. */
  version(): 1 | 2
  close(): void
}

/** What is left for the widget once the handshake is done. */
export type Heard = Exclude<FrameMessage, { event: 'hello' } | FrameQuestion>

/** v1 knows these alone. */
const spokenByV1 = ['ready', 'finished', 'close']

/**
 * Talks with one frame. Messages to the window count only from that frame's window, from the service's origin and with
 * this channel's id. After the handshake all runs over a port; until the frame has used it, v1 is still listened to:
 * a frame whose `welcome` came late has gone on in v1.
 */
export function openChannel(input: {
  frame: HTMLIFrameElement
  origin: string
  channelId: string
  speaksV2: boolean
  /** What the page's provider can be asked. */
  methods: PageMethod[]
  onMessage(message: Heard): void
  onQuestion(question: FrameQuestion): Promise<PageMessage>
  /** A frame that has just begun to listen: it may have missed what changed since its address was made. */
  onListening(): void
}): Channel {
  const { frame, origin, channelId } = input
  let port: MessagePort | undefined
  let portUsed = false
  let closed = false

  const post = (message: PageMessage | WidgetWelcome, transfer: Transferable[] = []) =>
    frame.contentWindow?.postMessage(message, origin, transfer)

  function welcome() {
    // A frame that says hello again was loaded again: its old port is gone with it.
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

  async function answer(question: FrameQuestion, reply: (answer: PageMessage) => void) {
    const said = await input.onQuestion(question)
    if (closed) return
    try {
      reply(said)
    } catch {
      // Only what can be copied goes from window to window: a function or an element can't.
      reply({ id: question.id, message: `provider.${question.method}() returned what can't be sent` })
    }
  }

  function hear(event: MessageEvent) {
    if (!event.source || event.source !== frame.contentWindow || event.origin !== origin) return
    const message = readFrameMessage(event.data)
    if (!message || event.data.channelId !== channelId) return
    if ('event' in message && message.event === 'hello') {
      if (input.speaksV2 && message.versions.includes(2)) welcome()
      return
    }
    // In v2 the frame still posts `finished` to the window: that one is for the hosting page, with the KYC results.
    if (portUsed) return
    if ('event' in message && !spokenByV1.includes(message.event)) return
    deliver(message, post)
    if ('event' in message && message.event === 'ready' && !port) input.onListening()
  }

  window.addEventListener('message', hear)
  return {
    send(message) {
      if (closed) return
      port?.postMessage(message)
      // A frame that uses its port does not listen here any more; one that came too late for it does.
      if (!portUsed && 'event' in message && message.event === 'colorChanged') post(message)
    },
    version: () => (portUsed ? 2 : 1),
    close() {
      closed = true
      window.removeEventListener('message', hear)
      port?.close()
    },
  }
}
