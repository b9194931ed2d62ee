import type { Database } from './database.ts'

/** Returns the time of the database's clock in milliseconds since 1970. */
export async function databaseTime(database: Database): Promise<number> {
  const { rows } = await database.run('select extract(epoch from clock_timestamp()) * 1000 as now')
  return Number((rows as { now: unknown }[])[0]?.now)
}
