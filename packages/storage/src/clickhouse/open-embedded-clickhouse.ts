import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { OperatorError } from '@touchstone/common'
import type { ClickHouse } from './clickhouse.ts'
import { type ClientPool, overClients } from './over-clients.ts'

/**
 * ClickHouse inside the process. One connection does one thing at a time, so that questions have connections of their
 * own beside the one that imports; all of them are connections to the same engine, and a process can have only one.
 */
export async function openEmbeddedClickHouse(options: {
  folder: string
  readers?: number
}): Promise<ClickHouse> {
  try {
    // Loaded only here: the library is half a gigabyte, and a node with a server of its own never needs it.
    const { createChdbConnection } = await import('chdb/connection')
    const { drainPending } = await import('chdb')
    // The library carries the same interface in a copy of its own, which the compiler takes for another one.
    const connect = () =>
      createClient({
        connection: createChdbConnection({ path: options.folder }) as unknown as EngineConnection,
        log: { level: ClickHouseLogLevel.OFF },
      })
    const readers = Array.from({ length: options.readers ?? 2 }, connect)
    // With the readers as many as Node's pool has threads: more would only wait for each other.
    const writers = [connect(), connect()]
    const clickhouse = overClients({
      engine: 'embedded',
      cluster: undefined,
      readers: createPool(readers),
      writers: createPool(writers),
      async close() {
        for (const client of [...readers, ...writers]) await client.close()
        // Closing returns before the engine is gone; only then can the process open another folder.
        await drainPending()
      },
    })
    await clickhouse.ping()
    return clickhouse
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'CHDB_PLATFORM') throw noBuild(cause)
    throw new OperatorError({
      code: 'ledger.embedded.open',
      message: "The ledger in the data folder can't be opened.",
      remedy: 'Check that the folder is readable and writable and that its disk has room.',
      cause,
    })
  }
}

export const noBuildOfLedger = 'ledger.embedded.no-build'

function noBuild(cause: unknown): OperatorError {
  return new OperatorError({
    code: noBuildOfLedger,
    message: `The ledger's engine is not installed for ${process.platform} on ${process.arch}.`,
    remedy:
      'Set CLICKHOUSE_URL to a ClickHouse server. If the registry has the engine for this machine, install it with: ' +
      `npm install --no-save @chdb/lib-${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`,
    cause,
  })
}

type EngineConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

/** First come, first served. */
function createPool(clients: readonly ClickHouseClient[]): ClientPool {
  const idle = [...clients]
  const waiting: ((client: ClickHouseClient) => void)[] = []
  return {
    async take() {
      return idle.pop() ?? (await new Promise((resolve) => waiting.push(resolve)))
    },
    giveBack(client) {
      const next = waiting.shift()
      if (next === undefined) idle.push(client)
      else next(client)
    },
  }
}
