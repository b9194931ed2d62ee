import { connect } from 'node:net'
import type pg from 'pg'

/** Properties of a `pg` client's connection that the library's types do not declare. */
type Backend = { readonly processID: number | null; readonly secretKey: number | null } & Pick<
  pg.Client,
  'host' | 'port'
>

/** The PostgreSQL protocol's code for a cancel request. */
const cancelRequest = 80_877_102

/**
 * Cancels a query on the server when it exceeds its time limit. The caller receives the server's error. The
 * server's `statement_timeout` would apply to the whole connection, but the same connections serve reads and
 * imports.
 */
export async function limitQuery<Result>(
  client: pg.PoolClient,
  mostMs: number,
  query: () => Promise<Result>,
): Promise<Result> {
  let cancelling: Promise<void> | undefined
  const timer = setTimeout(() => {
    cancelling = cancel(client as unknown as Backend)
  }, mostMs)
  try {
    return await query()
  } finally {
    clearTimeout(timer)
    // Waits for the cancel request, because a late request could cancel the connection's next query.
    await cancelling
  }
}

function cancel({ host, port, processID, secretKey }: Backend): Promise<void> {
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const message = Buffer.alloc(16)
    message.writeInt32BE(16, 0)
    message.writeInt32BE(cancelRequest, 4)
    message.writeInt32BE(processID ?? 0, 8)
    message.writeInt32BE(secretKey ?? 0, 12)
    socket.once('connect', () => socket.end(message))
    // The server closes the socket after forwarding the request. If the server is unreachable, the query has
    // already ended.
    socket.once('error', () => socket.destroy())
    socket.once('close', () => resolve())
    socket.resume()
  })
}
