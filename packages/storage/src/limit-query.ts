import { connect } from 'node:net'
import type pg from 'pg'

/** What a client of `pg` knows of its connection beside its types. */
type Backend = { readonly processID: number | null; readonly secretKey: number | null } & Pick<
  pg.Client,
  'host' | 'port'
>

/** "Stop what this connection is doing", in the protocol of PostgreSQL. */
const cancelRequest = 80_877_102

/**
 * Ends a query on the server when it takes longer than it may: whoever asked it then gets the server's own error. The
 * server's `statement_timeout` would hold for a whole connection, and connections are used for reading and for importing.
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
    // Otherwise the connection's next query could be the one that is ended.
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
    // The server closes it when it has passed the request on. One that can't be reached has ended the query already.
    socket.once('error', () => socket.destroy())
    socket.once('close', () => resolve())
    socket.resume()
  })
}
