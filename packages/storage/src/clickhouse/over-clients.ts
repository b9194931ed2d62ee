import { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import type { ClickHouse, Parameters } from './clickhouse.ts'
import { clickHouseFailure } from './clickhouse-failure.ts'

/** Hands out clients; a client that is busy with a question answers the next one only after it. */
export type ClientPool = { take(): Promise<ClickHouseClient>; giveBack(client: ClickHouseClient): void }

/** The same code over the engine in the process and over a server: only the clients differ. */
export function overClients(options: {
  engine: ClickHouse['engine']
  cluster: string | undefined
  readers: ClientPool
  writers: ClientPool
  close: () => Promise<void>
}): ClickHouse {
  const ask = async <Row>(pool: ClientPool, text: string, parameters?: Parameters): Promise<Row[]> =>
    await withClient(pool, async (client) => {
      const answer = await client.query({
        query: text,
        format: 'JSONEachRow',
        ...(parameters === undefined ? {} : { query_params: { ...parameters } }),
      })
      return await answer.json<Row>()
    })
  return {
    engine: options.engine,
    cluster: options.cluster,
    query: (text, parameters) => ask(options.readers, text, parameters),
    async work<Row>(text: string, parameters?: Parameters) {
      if (/^\s*(select|with)\b/i.test(text)) return await ask<Row>(options.writers, text, parameters)
      await withClient(options.writers, (client) =>
        client.command({
          query: text,
          ...(parameters === undefined ? {} : { query_params: { ...parameters } }),
        }),
      )
      return []
    },
    async load(text, rows) {
      await withClient(options.writers, async (client) => {
        const { stream } = await client.exec({ query: text, values: Readable.from([rows]) })
        for await (const _ of stream) {
          // An insert answers nothing; the connection is free again when the answer has been read.
        }
      })
    },
    async ping() {
      await withClient(options.readers, async (client) => {
        const answer = await client.ping()
        if (!answer.success) throw answer.error
      })
    },
    close: options.close,
  }
}

async function withClient<Result>(
  pool: ClientPool,
  use: (client: ClickHouseClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.take()
  try {
    return await use(client)
  } catch (error) {
    throw clickHouseFailure(error)
  } finally {
    pool.giveBack(client)
  }
}
