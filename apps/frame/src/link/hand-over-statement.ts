import { type StatementMessage, statementChannel } from './listen-for-statement.ts'

/** Takes the statement out of the address and gives it to the page that waits for it. False: there was none. */
export function handOverStatement(): boolean {
  const statement = new URLSearchParams(location.hash.slice(1)).get('statement')
  history.replaceState(null, '', location.pathname)
  if (statement === null || statement === '') return false
  const message: StatementMessage = { event: 'touchstone-statement', statement }
  const channel = new BroadcastChannel(statementChannel)
  channel.postMessage(message)
  window.opener?.postMessage(message, location.origin)
  setTimeout(() => window.close(), 300)
  return true
}
