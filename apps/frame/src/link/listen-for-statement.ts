/** The message that `/provider-return` sends over both the broadcast channel and the window. */
export type StatementMessage = { event: 'touchstone-statement'; statement: string }

export const statementChannel = 'touchstone-statement'

/**
 * Passes each provider statement to `take` once. A statement can arrive over the broadcast channel or as a
 * message from the provider's window, because browsers separate the channels of embedded pages from those of
 * top-level pages. Returns a function that stops listening.
 */
export function listenForStatement(take: (statement: string) => void): () => void {
  let taken = ''
  const receive = (data: unknown) => {
    const { event, statement } = (data ?? {}) as Partial<StatementMessage>
    if (event !== 'touchstone-statement' || typeof statement !== 'string' || statement === taken) return
    taken = statement
    take(statement)
  }
  const channel = new BroadcastChannel(statementChannel)
  channel.onmessage = ({ data }) => receive(data)
  const fromWindow = (event: MessageEvent) => {
    if (event.origin === location.origin && event.source !== window.parent) receive(event.data)
  }
  window.addEventListener('message', fromWindow)
  return () => {
    channel.close()
    window.removeEventListener('message', fromWindow)
  }
}
