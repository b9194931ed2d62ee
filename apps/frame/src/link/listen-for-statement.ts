/** The message of `/provider-return`, over either transport. */
export type StatementMessage = { event: 'touchstone-statement'; statement: string }

export const statementChannel = 'touchstone-statement'

/**
 * Receives a provider's statement once. It can arrive over the channel or from the window that opened the
 * provider's, because browsers separate the channels of embedded pages and windows.
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
