import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Performs the work of autovacuum in an embedded store, which has no background processes. Vacuums and
 * analyses tables that have enough dead or changed rows according to autovacuum's rule.
 */
export async function tidyEmbeddedStore(database: Database): Promise<string[]> {
  if (database.engine !== 'embedded') return []
  // Flushes the statistics, because changes in the last second may not be counted yet.
  await database.run('select pg_stat_force_next_flush()')
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup
      or n_mod_since_analyze > 50 + 0.1 * n_live_tup
      or (n_live_tup > 50 and last_analyze is null)
    order by 1
  `.execute(database.tables<unknown>())
  for (const { name } of rows) await database.run(`vacuum (analyze) ${name}`)
  return rows.map(({ name }) => name)
}
