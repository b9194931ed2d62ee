/** Questions whose answers tell two ledgers apart, to the last digit of the last row. */
export const ledgerDump: Readonly<Record<string, string>> = {
  movement: told(
    `select network, address, coin, time, block, tx, position, toUInt8(kind) as way, counterparty, amount from movement`,
    ['toInt256(amount)', 'toInt256(time)', 'toInt256(block)'],
  ),
  accounts: told(
    `select network, address, coin, sum(received) as r, sum(spent) as s, sum(fees) as f, sum(received_txs) as rt,
       sum(spent_txs) as st, sum(txs) as t, sum(received_transfers) as rn, sum(spent_transfers) as sn,
       min(first_seen) as first, max(last_seen) as last
     from account_total group by network, address, coin`,
    ['r', 's', 'f', 'toInt256(rt)', 'toInt256(st)', 'toInt256(t)', 'toInt256(rn)', 'toInt256(sn)'],
  ),
  edges: told(
    `select network, address, coin, counterparty, sum(received) as r, sum(spent) as s,
       sum(received_transfers) as rn, sum(spent_transfers) as sn
     from known_edge group by network, address, coin, counterparty`,
    ['r', 's', 'toInt256(rn)', 'toInt256(sn)'],
  ),
  parties: told('select distinct id, network, coin, time, party from transaction_party', ['toInt256(id)']),
}

const laidAside = [
  'import_line',
  'staged_transfer',
  'fresh_transfer',
  'given_transfer',
  'had_movement',
  'address_form',
]

/** What must be gone when an import is over. */
export const leftovers = laidAside
  .map((table) => `select '${table}' as name, toFloat64(count()) as rows from ${table} having rows > 0`)
  .join(' union all ')

function told(rows: string, sums: readonly string[]): string {
  return `select toString(count()) as count, toString(sum(toUInt256(cityHash64(*)))) as hashes,
    toString(groupBitXor(sipHash64(*))) as others, [${sums.map((sum) => `toString(sum(${sum}))`).join(', ')}] as sums
    from (${rows})`
}
