import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { OperatorError } from '@touchstone/common'
import type { ClickHouse } from './clickhouse.ts'
import { type ClientPool, overClients } from './over-clients.ts'

/** A ClickHouse server, or one node of a cluster whose name is given. */
export async function openClickHouseServer(options: {
  /** http(s)://user:password@host:8123/database */
  url: string
  cluster?: string | undefined
}): Promise<ClickHouse> {
  // Its own log would repeat what was asked; whoever asks gets the error.
  const log = { level: ClickHouseLogLevel.OFF }
  const readers = createClient({ url: options.url, application: 'touchstone', max_open_connections: 16, log })
  // Imports wait as long as they must; a question that takes half a minute is given up.
  const writers = createClient({
    url: options.url,
    application: 'touchstone',
    max_open_connections: 4,
    log,
    request_timeout: 3_600_000,
    // Something to see for whatever lies between: a quiet connection would be cut.
    clickhouse_settings: { send_progress_in_http_headers: 1, http_headers_progress_interval_ms: '20000' },
  })
  const clickhouse = overClients({
    engine: 'server',
    cluster: options.cluster,
    readers: always(readers),
    writers: always(writers),
    async close() {
      await readers.close()
      await writers.close()
    },
  })
  try {
    await clickhouse.ping()
  } catch (cause) {
    await clickhouse.close()
    throw new OperatorError({
      code: 'ledger.server.connect',
      message: "The ClickHouse server of CLICKHOUSE_URL can't be reached.",
      remedy: 'Check that it runs, that the address is right and that the user may connect.',
      cause,
    })
  }
  return clickhouse
}

/** The client of a server has many connections inside. */
function always(client: ClickHouseClient): ClientPool {
  return { take: async () => client, giveBack: () => {} }
}
