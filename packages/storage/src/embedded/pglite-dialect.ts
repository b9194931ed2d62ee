import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { binaryMark } from '../binary/binary-query.ts'
import { createPgliteBinary } from '../binary/pglite-binary.ts'
import type { PgliteClient } from './pglite-settings.ts'

/**
 * PGlite has a single connection. A transaction, a query or a job queue script holds it exclusively, so that
 * no other query runs inside an open transaction.
 */
export type ExclusiveConnection = {
  run<Result>(work: () => Promise<Result>): Promise<Result>
  acquire(): Promise<() => void>
}

export function createExclusiveConnection(): ExclusiveConnection {
  let held = false
  const waiting: (() => void)[] = []

  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else held = false
  }
  const acquire = async () => {
    if (held) await new Promise<void>((resolve) => waiting.push(resolve))
    else held = true
    return release
  }
  return {
    acquire,
    async run(work) {
      await acquire()
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

/**
 * The Kysely dialect for PGlite. Kysely's built-in dialect requires a newer Node.js version than this project
 * supports.
 */
export class PgliteDialect implements Dialect {
  readonly #client: PgliteClient
  readonly #exclusive: ExclusiveConnection

  constructor(client: PgliteClient, exclusive: ExclusiveConnection) {
    this.#client = client
    this.#exclusive = exclusive
  }

  createAdapter() {
    return new PostgresAdapter()
  }
  createDriver(): Driver {
    return new PgliteDriver(this.#client, this.#exclusive)
  }
  createIntrospector(database: Kysely<unknown>) {
    return new PostgresIntrospector(database)
  }
  createQueryCompiler() {
    return new PostgresQueryCompiler()
  }
}

type AskBinary = ReturnType<typeof createPgliteBinary>

class PgliteDriver implements Driver {
  readonly #client: PgliteClient
  readonly #exclusive: ExclusiveConnection
  readonly #queryBinary: AskBinary

  constructor(client: PgliteClient, exclusive: ExclusiveConnection) {
    this.#client = client
    this.#exclusive = exclusive
    this.#queryBinary = createPgliteBinary(client)
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PgliteConnection(this.#client, this.#queryBinary, await this.#exclusive.acquire())
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: DatabaseConnection) {
    if (connection instanceof PgliteConnection) connection.release()
  }

  /** Does nothing, because the client is closed by its owner. */
  async destroy() {}
}

class PgliteConnection implements DatabaseConnection {
  readonly #client: PgliteClient
  readonly #queryBinary: AskBinary
  readonly release: () => void

  constructor(client: PgliteClient, queryBinary: AskBinary, release: () => void) {
    this.#client = client
    this.#queryBinary = queryBinary
    this.release = release
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (query.sql.startsWith(binaryMark)) {
      return { rows: (await this.#queryBinary(query.sql, query.parameters)) as Row[] }
    }
    const result = await this.#client.query<Row>(query.sql, [...query.parameters])
    return { rows: result.rows, numAffectedRows: BigInt(result.affectedRows ?? 0) }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }
}
