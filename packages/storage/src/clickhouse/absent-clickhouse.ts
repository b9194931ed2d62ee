import type { ClickHouse } from './clickhouse.ts'
import { ClickHouseUnavailable } from './clickhouse-failure.ts'

/** What the service has where it keeps no ledger: whoever asks is told that it is not available. */
export function absentClickHouse(): ClickHouse {
  const refuse = async (): Promise<never> => {
    throw new ClickHouseUnavailable("the ledger's engine is not available: there is none here")
  }
  return {
    engine: 'absent',
    cluster: undefined,
    query: refuse,
    work: refuse,
    load: refuse,
    ping: refuse,
    close: async () => {},
  }
}
