import { setTimeout as pause } from 'node:timers/promises'
import type { ClickHouse } from '@touchstone/storage'

export type TableSize = { name: string; rows: number; parts: number; bytes: number }

/** What lies on the disk. `outdated`: parts that were merged into others and wait to be deleted. */
export type LedgerSize = { tables: TableSize[]; bytes: number; outdated: number }

export async function selectLedgerSize(clickhouse: ClickHouse): Promise<LedgerSize> {
  const tables = await clickhouse.work<TableSize & { outdated: number }>(
    `select table as name, toFloat64(sumIf(rows, active)) as rows, toFloat64(countIf(active)) as parts,
       toFloat64(sumIf(bytes_on_disk, active)) as bytes, toFloat64(sumIf(bytes_on_disk, not active)) as outdated
     from system.parts where database = currentDatabase() group by name having rows > 1000 order by bytes desc`,
  )
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    tables: tables.map(({ outdated: _, ...table }) => table),
    bytes: sum(tables.map((table) => table.bytes)),
    outdated: sum(tables.map((table) => table.outdated)),
  }
}

/** Waits until the engine merges nothing any more: afterwards it works on nothing but what it is asked. */
export async function settleMerges(clickhouse: ClickHouse): Promise<void> {
  const quiet = 5
  for (let still = 0; still < quiet; still++) {
    await pause(200)
    const [row] = await clickhouse.work<{ merges: number }>(
      'select toFloat64(count()) as merges from system.merges',
    )
    if (row?.merges !== 0) still = -1
  }
}

export async function mergeAll(clickhouse: ClickHouse): Promise<void> {
  const { tables } = await selectLedgerSize(clickhouse)
  for (const { name } of tables) await clickhouse.work(`optimize table ${name} final`)
}
