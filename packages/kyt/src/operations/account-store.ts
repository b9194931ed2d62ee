import type { ClickHouse } from '@touchstone/storage'

/** An address as the ledger knows it: the network's number and the bytes in hex. */
export type AccountKey = { readonly network: number; readonly address: string }

export const accountId = (key: AccountKey): string => `${key.network} ${key.address}`

export type TotalRow = {
  coin: number
  received: string
  spent: string
  fees: string
  receivedTxs: number
  spentTxs: number
  txs: number
  receivedTransfers: number
  spentTransfers: number
  firstSeen: number
  lastSeen: number
}

export type LabelRow = {
  category: string
  entity: string
  label: string
  incident: string
  source: string
  version: string
  confidence: number
}

export type EdgeRow = {
  coin: number
  /** Bytes in hex. */
  counterparty: string
  received: string
  spent: string
  receivedTransfers: number
  spentTransfers: number
}

type Keyed<Row> = Row & { network: number; address: string }

const asked = `
  select key.1 as network, unhex(key.2) as address
  from (select arrayJoin(arrayZip({networks:Array(UInt8)}, {addresses:Array(String)})) as key)`

const isAsked = `(network, address) in (${asked})`

const parameters = (keys: readonly AccountKey[]) => ({
  networks: keys.map((key) => key.network),
  addresses: keys.map((key) => key.address),
})

/** Point look-ups are over before a second thread has begun. */
const settings = 'settings max_threads = 1'

export async function selectTotals(
  clickhouse: ClickHouse,
  keys: readonly AccountKey[],
): Promise<Map<string, TotalRow[]>> {
  const rows = await clickhouse.query<Keyed<TotalRow>>(
    `select network, lower(hex(address)) as address, coin,
       toString(sum(received)) as received, toString(sum(spent)) as spent, toString(sum(fees)) as fees,
       toFloat64(sum(received_txs)) as receivedTxs, toFloat64(sum(spent_txs)) as spentTxs, toFloat64(sum(txs)) as txs,
       toFloat64(sum(received_transfers)) as receivedTransfers,
       toFloat64(sum(spent_transfers)) as spentTransfers,
       min(first_seen) as firstSeen, max(last_seen) as lastSeen
     from (select * from account_total where ${isAsked})
     group by network, address, coin ${settings}`,
    parameters(keys),
  )
  return grouped(rows)
}

/** What the accounts had with counterparties that somebody has, or once had, a label for. */
export async function selectEdges(
  clickhouse: ClickHouse,
  keys: readonly AccountKey[],
): Promise<Map<string, EdgeRow[]>> {
  const rows = await clickhouse.query<Keyed<EdgeRow>>(
    `select network, lower(hex(address)) as address, coin, lower(hex(counterparty)) as counterparty,
       toString(sum(received)) as received, toString(sum(spent)) as spent,
       toFloat64(sum(received_transfers)) as receivedTransfers,
       toFloat64(sum(spent_transfers)) as spentTransfers
     from (select * from known_edge where ${isAsked})
     group by network, address, coin, counterparty ${settings}`,
    parameters(keys),
  )
  return grouped(rows)
}

export async function selectLabels(
  clickhouse: ClickHouse,
  keys: readonly AccountKey[],
): Promise<Map<string, LabelRow[]>> {
  const rows = await clickhouse.query<Keyed<LabelRow>>(
    `select network, lower(hex(address)) as address, category, entity, label, incident, source, version, confidence
     from (select * from label where ${isAsked}) ${settings}`,
    parameters(keys),
  )
  return grouped(rows)
}

function grouped<Row extends AccountKey>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const id = accountId(row)
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [row])
    else group.push(row)
  }
  return groups
}
