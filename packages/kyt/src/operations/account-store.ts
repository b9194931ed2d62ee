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
  labels: LabelRow[]
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

const labelTuple = '(category, entity, label, incident, source, version, confidence)'

/** What the accounts had with labelled counterparties, with the labels of these. */
export async function selectEdges(
  clickhouse: ClickHouse,
  keys: readonly AccountKey[],
): Promise<Map<string, EdgeRow[]>> {
  type Row = Keyed<Omit<EdgeRow, 'labels'>> & { labels: LabelTuple[] }
  const rows = await clickhouse.query<Row>(
    `select network, lower(hex(edge.address)) as address, coin, lower(hex(counterparty)) as counterparty,
       toString(received) as received, toString(spent) as spent,
       toFloat64(received_transfers) as receivedTransfers, toFloat64(spent_transfers) as spentTransfers, labels
     from (
       select network, address, coin, counterparty, sum(received) as received, sum(spent) as spent,
         sum(received_transfers) as received_transfers, sum(spent_transfers) as spent_transfers
       from known_edge where ${isAsked} group by network, address, coin, counterparty) as edge
     inner join (
       select network as label_network, address as label_address, groupArray(${labelTuple}) as labels
       from label
       where (network, address) global in (select network, counterparty from known_edge where ${isAsked})
       group by network, address) as known
     on known.label_network = edge.network and known.label_address = edge.counterparty ${settings}`,
    parameters(keys),
  )
  return grouped(rows.map((row) => ({ ...row, labels: row.labels.map(labelOf) })))
}

export async function selectLabels(
  clickhouse: ClickHouse,
  keys: readonly AccountKey[],
): Promise<Map<string, LabelRow[]>> {
  const rows = await clickhouse.query<Keyed<LabelRow>>(
    `select network, lower(hex(address)) as address, category, entity, label, incident, source, version, confidence
     from label where ${isAsked} ${settings}`,
    parameters(keys),
  )
  return grouped(rows)
}

type LabelTuple = [string, string, string, string, string, string, number]

function labelOf([category, entity, label, incident, source, version, confidence]: LabelTuple): LabelRow {
  return { category, entity, label, incident, source, version, confidence }
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
