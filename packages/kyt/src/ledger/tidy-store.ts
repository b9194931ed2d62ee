import type { ClickHouse } from '@touchstone/storage'

/** Beyond this a table is left to the engine's own merging: to write it anew would take longer than it saves. */
const mostBytes = 1_000_000_000

/** Tables that are looked up row by row: every part more is one more place to look. */
const lookedUp = ['account_total', 'known_edge', 'label', 'known_address']

/**
 * Joins the parts of the embedded ledger's small tables. The engine does so by itself only as parts of like size pile up;
 * a server is left alone, whose administrator has set how it merges.
 */
export async function tidyLedger(clickhouse: ClickHouse): Promise<void> {
  if (clickhouse.engine !== 'embedded') return
  const scattered = await clickhouse.work<{ name: string }>(
    `select table as name from system.parts
     where database = currentDatabase() and active and table in {tables:Array(String)}
     group by table having count() > 1 and sum(bytes_on_disk) < {most:UInt64} order by table`,
    { tables: lookedUp, most: mostBytes },
  )
  for (const { name } of scattered) {
    // A name of ours: the statement takes no parameter there.
    if (lookedUp.includes(name)) await clickhouse.work(`optimize table ${name} final`)
  }
}
