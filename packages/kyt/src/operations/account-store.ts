import type { ClickHouse } from '@touchstone/storage'

/** An address as the ledger knows it: the network's number and the bytes in hex. */
export type AccountKey = { readonly network: number; readonly address: string }

export const accountId = (key: AccountKey): string => `${key.network} ${key.address}`

/** One row of totals; an account can have several of a coin until the engine merges them, and they add up. */
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

/** One row of what passed between an account and a counterparty; several of the same add up. */
export type EdgeRow = {
  coin: number
  /** Bytes in hex. */
  counterparty: string
  received: string
  spent: string
  receivedTransfers: number
  spentTransfers: number
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

/**
 * Rows are read as they lie and added up by the caller: for the few rows of an account, setting up an aggregation takes
 * the engine longer than everything else.
 */
export const selectTotals = (clickhouse: ClickHouse, keys: readonly AccountKey[]) =>
  select<TotalRow>(
    clickhouse,
    keys,
    `coin, toString(received) as receivedText, toString(spent) as spentText, toString(fees) as feesText,
     toFloat64(received_txs) as receivedTxs, toFloat64(spent_txs) as spentTxs, toFloat64(txs) as allTxs,
     toFloat64(received_transfers) as receivedTransfers, toFloat64(spent_transfers) as spentTransfers,
     first_seen as firstSeen, last_seen as lastSeen`,
    'account_total',
    ({ receivedText, spentText, feesText, allTxs, ...row }: Raw) => ({
      ...row,
      received: receivedText,
      spent: spentText,
      fees: feesText,
      txs: allTxs,
    }),
  )

/** What the accounts had with counterparties that somebody has, or once had, a label for. */
export const selectEdges = (clickhouse: ClickHouse, keys: readonly AccountKey[]) =>
  select<EdgeRow>(
    clickhouse,
    keys,
    `coin, lower(hex(counterparty)) as other, toString(received) as receivedText, toString(spent) as spentText,
     toFloat64(received_transfers) as receivedTransfers, toFloat64(spent_transfers) as spentTransfers`,
    'known_edge',
    ({ other, receivedText, spentText, ...row }: Raw) => ({
      ...row,
      counterparty: other,
      received: receivedText,
      spent: spentText,
    }),
  )

export const selectLabels = (clickhouse: ClickHouse, keys: readonly AccountKey[]) =>
  select<LabelRow>(
    clickhouse,
    keys,
    'category, entity, label, incident, source, version, confidence',
    'label',
    (row: Raw) => row,
  )

type Raw = Record<string, unknown>

/** One key is asked for by equality, which the engine plans soonest; several by one set for each network. */
async function select<Row>(
  clickhouse: ClickHouse,
  keys: readonly AccountKey[],
  columns: string,
  table: 'account_total' | 'known_edge' | 'label',
  toRow: (raw: Raw) => Raw,
): Promise<Map<string, Row[]>> {
  const groups = new Map<string, Row[]>()
  const take = (id: string, raw: Raw) => {
    const row = toRow(raw) as Row
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [row])
    else group.push(row)
  }
  for (const [network, addresses] of byNetwork(keys)) {
    const [only] = addresses
    if (addresses.length === 1 && only !== undefined) {
      const rows = await clickhouse.query<Raw>(
        `select ${columns} from ${table}
         where network = {network:UInt8} and address = unhex({address:String}) settings max_threads = 1`,
        { network, address: only },
      )
      for (const raw of rows) take(accountId({ network, address: only }), raw)
      continue
    }
    const rows = await clickhouse.query<Raw & { key: string }>(
      `select lower(hex(address)) as key, ${columns} from ${table}
       where network = {network:UInt8} and address in (select unhex(arrayJoin({addresses:Array(String)})))
       settings max_threads = 1`,
      { network, addresses },
    )
    for (const { key, ...raw } of rows) take(accountId({ network, address: key }), raw)
  }
  return groups
}

function byNetwork(keys: readonly AccountKey[]): Map<number, string[]> {
  const networks = new Map<number, string[]>()
  for (const { network, address } of keys) {
    const addresses = networks.get(network)
    if (addresses === undefined) networks.set(network, [address])
    else addresses.push(address)
  }
  return networks
}
