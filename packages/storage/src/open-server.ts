import { hash } from 'node:crypto'
import { OperatorError, type Tracer } from '@touchstone/common'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { BinaryClient, queryBinary } from './binary/binary-client.ts'
import { binaryMark } from './binary/binary-query.ts'
import { claimsAmongNodes } from './claims.ts'
import { openServerCopy } from './copy/server-copy.ts'
import type { Database } from './database.ts'
import { parseInteger } from './embedded/pglite-settings.ts'
import { limitQuery } from './limit-query.ts'
import { traceQueries } from './trace-queries.ts'

export async function openServer(options: {
  url: string
  /** The name of the setting that contains the URL, used in error messages. */
  setting?: string
  /** Maximum number of connections. All nodes share the server's limit. */
  poolSize?: number
  /**
   * Whether to use named statements. Disable this behind a pooler that does not support named statements and
   * assigns each transaction to a different connection.
   */
  prepare?: boolean
  onConnectionError?: (error: Error) => void
  /** Reports queries. */
  tracer?: Tracer
}): Promise<Database> {
  const pool = new pg.Pool({
    Client: BinaryClient,
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5000,
    application_name: 'touchstone',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  // A broken idle connection must not end the process: the next query opens a new connection.
  pool.on('error', (error) => options.onConnectionError?.(error))
  // A broken connection that only holds a lock must not end the process either, because its next query
  // receives the error.
  pool.on('connect', (client) => client.on('error', (error) => options.onConnectionError?.(error)))

  const names = createNames(options.prepare ?? true)
  const open = (mostMs?: number) =>
    new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: adaptPool(pool, names, mostMs) }),
      ...traceQueries(options.tracer),
    })
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
    openCopy: () => openServerCopy(pool),
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
      message: `The PostgreSQL server in ${options.setting ?? 'DATABASE_URL'} can't be reached (${reason(cause)}).`,
      remedy:
        'Check that the server is running, that the address is correct and that the user is allowed to connect.',
      cause,
    })
  }
  return database
}

/**
 * Names every query that has values, so that each connection plans it once. Planning a join of a few tables
 * takes several times as long as running it. The stores use a small, fixed set of query texts.
 */
function createNames(prepare: boolean): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (!prepare) return undefined
    const known = names.get(text)
    if (known !== undefined) return known
    const name = `touchstone_${hash('sha256', text, 'hex').slice(0, 32)}`
    // Limits the number of named queries, so that query texts generated for each call can't fill the server's
    // memory with plans.
    if (names.size >= mostPrepared) return undefined
    names.set(text, name)
    return name
  }
}

const mostPrepared = 500

/** Adapts the pool to Kysely. `mostMs` limits each query. */
function adaptPool(
  pool: pg.Pool,
  nameOf: (text: string) => string | undefined,
  mostMs: number | undefined,
): PostgresPool {
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values: readonly unknown[] = []) => {
      if (typeof text !== 'string') throw new Error('results are not streamed')
      const name = values.length > 0 ? nameOf(text) : undefined
      const run = (): Promise<{ rows: readonly unknown[] }> =>
        text.startsWith(binaryMark)
          ? queryBinary(client, { text, name, values })
          : client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
      return mostMs === undefined ? run() : limitQuery(client, mostMs, run)
    }
    // The cast is needed because Kysely's type has an overload for cursors, which is not used.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
  }
  return { connect: async () => wrap(await pool.connect()), end: () => pool.end() }
}

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return parseInteger
  if (oid === pg.types.builtins.DATE) return (value: string) => value
  return pg.types.getTypeParser(oid, format as 'text')
}

/** Describes the failure without the address, because a connection string may contain a password. */
function reason(cause: unknown): string {
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' && code !== '' ? code : 'no answer'
}
