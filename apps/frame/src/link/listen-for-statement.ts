/** What `/provider-return` says, by whichever way reaches this page. */
export type StatementMessage = { event: 'touchstone-statement'; statement: string }

export const statementChannel = 'touchstone-statement'

/**
 * Hears the statement that a provider's window came back with, once. Two ways lead here: the channel, and the window
 * that opened the provider's, for browsers keep the channels of an embedded page and of a window apart.
 */
export function listenForStatement(take: (statement: string) => void): () => void {
  let taken = ''
  const hear = (data: unknown) => {
    const { event, statement } = (data ?? {}) as Partial<StatementMessage>
    if (event !== 'touchstone-statement' || typeof statement !== 'string' || statement === taken) return
    taken = statement
    take(statement)
  }
  const channel = new BroadcastChannel(statementChannel)
  channel.onmessage = ({ data }) => hear(data)
  const fromWindow = (event: MessageEvent) => {
    if (event.origin === location.origin && event.source !== window.parent) hear(event.data)
  }
  window.addEventListener('message', fromWindow)
  return () => {
    channel.close()
    window.removeEventListener('message', fromWindow)
  }
}
