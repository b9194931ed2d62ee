import type { Database } from '@touchstone/storage'
import { type Kysely, sql } from 'kysely'

/** Gives an import free for others. */
export type Release = () => Promise<void>

type Claims = { readonly ids: Set<number>; keeper: Promise<Keeper> | undefined }
type Keeper = { readonly connection: Kysely<unknown>; close(): Promise<void> }

const claims = new WeakMap<Database, Claims>()

/**
 * Makes sure that nobody else stages this import as long as it is held, in this process or on another node: what was
 * cut short can be gone on with only when whoever did it is gone. `undefined`: somebody holds it.
 */
export async function claimStaging(database: Database, importId: number): Promise<Release | undefined> {
  const held = claims.get(database) ?? { ids: new Set<number>(), keeper: undefined }
  claims.set(database, held)
  if (held.ids.has(importId)) return undefined
  held.ids.add(importId)
  const release = async () => {
    held.ids.delete(importId)
    const { keeper } = held
    if (keeper === undefined) return
    if (held.ids.size === 0) held.keeper = undefined
    try {
      // While others need the connection, this one's lock is given back alone.
      if (held.ids.size > 0) await unlock((await keeper).connection, importId)
      else await (await keeper).close()
    } catch {
      // The connection is gone, and its locks with it: what was done under them stands.
    }
  }
  try {
    if (database.engine === 'embedded' || (await lockBetweenNodes(database, held, importId))) return release
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}

const unlock = async (connection: Kysely<unknown>, importId: number) =>
  await sql`select pg_advisory_unlock(${lockOf(importId)})`.execute(connection)

const lockOf = (importId: number) => sql`hashtextextended(${`touchstone:kyt-import:${importId}`}, 0)`

async function lockBetweenNodes(database: Database, held: Claims, importId: number): Promise<boolean> {
  held.keeper ??= keepConnection(database)
  const { connection } = await held.keeper
  const { rows } = await sql<{
    got: boolean
  }>`select pg_try_advisory_lock(${lockOf(importId)}) as got`.execute(connection)
  return rows[0]?.got === true
}

/** One connection for all claims of this node: one for each would use up the pool, and everybody would wait for all. */
async function keepConnection(database: Database): Promise<Keeper> {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return await new Promise<Keeper>((resolve, reject) => {
    const ended = database
      .tables<unknown>()
      .connection()
      .execute(async (connection) => {
        resolve({
          connection,
          async close() {
            letGo()
            await ended
          },
        })
        await released
        await sql`select pg_advisory_unlock_all()`.execute(connection)
      })
    ended.catch(reject)
  })
}
