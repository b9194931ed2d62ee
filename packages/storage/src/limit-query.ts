import { connect } from 'node:net'
import type pg from 'pg'

/** Properties of a `pg` client's connection that its types lack. */
type Backend = { readonly processID: number | null; readonly secretKey: number | null } & Pick<
  pg.Client,
  'host' | 'port'
>

/** Code of a cancel request in the PostgreSQL protocol. */
const cancelRequest = 80_877_102

/**
 * Cancels a query on the server when it exceeds its time limit; the caller gets the server's error. The
 * server's `statement_timeout` would apply to the whole connection, but connections are used for both reads
 * and imports.
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
    // Wait, because the request could otherwise cancel the connection's next query.
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
    // The server closes the socket after forwarding the request. If it is unreachable, the query has already
    // ended.
    socket.once('error', () => socket.destroy())
    socket.once('close', () => resolve())
    socket.resume()
  })
}
