import type { ClickHouse } from '@touchstone/storage'

export async function selectIdentity(clickhouse: ClickHouse): Promise<string | undefined> {
  const [row] = await clickhouse.work<{ id: string }>(
    "select min(id) as id from ledger_identity having id != ''",
  )
  return row?.id
}

export async function insertIdentity(clickhouse: ClickHouse, id: string): Promise<void> {
  await clickhouse.work('insert into ledger_identity select {id:String}', { id })
}
