import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Runs a function while holding a lock, so that only one node at a time runs it. An embedded store has only
 * one node and needs no lock.
 */
export async function withStoreLock<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (database.engine === 'embedded') return await work()
  return await database
    .tables<unknown>()
    .connection()
    .execute(async (connection) => {
      await sql`select pg_advisory_lock(hashtextextended(${`touchstone:${name}`}, 0))`.execute(connection)
      try {
        return await work()
      } finally {
        await sql`select pg_advisory_unlock(hashtextextended(${`touchstone:${name}`}, 0))`.execute(connection)
      }
    })
}
