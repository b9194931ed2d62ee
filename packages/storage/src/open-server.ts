import { hash } from 'node:crypto'
import { OperatorError } from '@touchstone/common'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { askBinary, BinaryClient } from './binary/binary-client.ts'
import { binaryMark } from './binary/binary-query.ts'
import { claimsAmongNodes } from './claims.ts'
import type { Database } from './database.ts'
import { limitQuery } from './limit-query.ts'
import { parseInteger } from './open-embedded.ts'

export async function openServer(options: {
  url: string
  /** Which setting named it, for whoever has to correct it. */
  setting?: string
  /** Connections at most; several nodes share the server's limit. */
  poolSize?: number
  /** Off behind a pooler that hands each transaction to another connection and knows nothing of named statements. */
  prepare?: boolean
  onConnectionError?: (error: Error) => void
}): Promise<Database> {
  const pool = new pg.Pool({
    Client: BinaryClient,
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5000,
    application_name: 'touchstone',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  // An idle connection that breaks must not end the process: the next query opens another.
  pool.on('error', (error) => options.onConnectionError?.(error))
  // Nor must one that holds a lock while the work it guards is done elsewhere: whoever uses it next gets the error.
  pool.on('connect', (client) => client.on('error', (error) => options.onConnectionError?.(error)))

  const names = createNames(options.prepare ?? true)
  const open = (mostMs?: number) =>
    new Kysely<unknown>({ dialect: new PostgresDialect({ pool: asking(pool, names, mostMs) }) })
  const kysely = open()
  const database: Database = {
    engine: 'server',
    tables: <Tables>(limits?: { mostMs: number }) =>
      (limits === undefined ? kysely : open(limits.mostMs)) as Kysely<Tables>,
    async run(text, values) {
      const result = await pool.query(text, values)
      const last: pg.QueryResult | undefined = Array.isArray(result) ? result.at(-1) : result
      return { rows: last?.rows ?? [] }
    },
    claim: claimsAmongNodes(kysely),
    async ping() {
      await pool.query('select 1')
    },
    async close() {
      await kysely.destroy()
    },
  }

  try {
    await database.ping()
  } catch (cause) {
    await database.close()
    throw new OperatorError({
      code: 'store.server.connect',
      message: `The PostgreSQL server of ${options.setting ?? 'DATABASE_URL'} can't be reached (${reason(cause)}).`,
      remedy: 'Check that it runs, that the address is right and that the user may connect.',
      cause,
    })
  }
  return database
}

/**
 * Gives every query with values a name, so that each connection plans it once: planning a join of a few tables takes
 * several times as long as running it. The texts are those of the stores: a fixed, small set.
 */
function createNames(prepare: boolean): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (!prepare) return undefined
    const known = names.get(text)
    if (known !== undefined) return known
    const name = `touchstone_${hash('sha256', text, 'hex').slice(0, 32)}`
    // A text that is made anew for each call must not fill the server's memory with plans.
    if (names.size >= mostPrepared) return undefined
    names.set(text, name)
    return name
  }
}

const mostPrepared = 500

/** The pool as Kysely asks it; `mostMs`: what a query may take. */
function asking(
  pool: pg.Pool,
  nameOf: (text: string) => string | undefined,
  mostMs: number | undefined,
): PostgresPool {
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values: readonly unknown[] = []) => {
      if (typeof text !== 'string') throw new Error('results are not streamed')
      const name = values.length > 0 ? nameOf(text) : undefined
      const ask = (): Promise<{ rows: readonly unknown[] }> =>
        text.startsWith(binaryMark)
          ? askBinary(client, { text, name, values })
          : client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
      return mostMs === undefined ? ask() : limitQuery(client, mostMs, ask)
    }
    // Kysely's type has a second form, for cursors, which nobody uses here.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
  }
  return { connect: async () => wrap(await pool.connect()), end: () => pool.end() }
}

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return parseInteger
  if (oid === pg.types.builtins.DATE) return (value: string) => value
  return pg.types.getTypeParser(oid, format as 'text')
}

/** The kind of failure without the address: a connection string may hold a password. */
function reason(cause: unknown): string {
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' && code !== '' ? code : 'no answer'
}
