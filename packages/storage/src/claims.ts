import { type Kysely, sql } from 'kysely'

/** Releases the claim. */
export type Release = () => Promise<void>

/**
 * Claims a name until it is released. Returns `undefined` if the name is already claimed in this process or
 * on another node.
 */
export type Claim = (name: string) => Promise<Release | undefined>

/** Claims names within this process, which is sufficient because only one process uses an embedded store. */
export function claimsOfProcess(): Claim {
  const names = new Set<string>()
  return async (name) => {
    if (names.has(name)) return undefined
    names.add(name)
    return async () => {
      names.delete(name)
    }
  }
}

/**
 * Claims names across all nodes of a server. A node that dies loses its connection and therefore its claims.
 * All claims on a node share one connection, because separate connections could exhaust the pool and
 * deadlock.
 */
export function claimsAmongNodes(db: Kysely<unknown>): Claim {
  const names = new Set<string>()
  let keeper: Promise<Keeper> | undefined

  const release = async (name: string) => {
    names.delete(name)
    const kept = keeper
    if (kept === undefined) return
    if (names.size === 0) keeper = undefined
    try {
      if (names.size > 0) await unlock((await kept).connection, name)
      else await (await kept).close()
    } catch {
      // The connection is broken, so its locks are already released. The work that was done while holding the
      // locks remains valid.
    }
  }

  return async (name) => {
    if (names.has(name)) return undefined
    names.add(name)
    try {
      keeper ??= keepConnection(db)
      if (await lock((await keeper).connection, name)) return () => release(name)
    } catch (error) {
      await release(name)
      throw error
    }
    await release(name)
    return undefined
  }
}

const keyOf = (name: string) => sql`hashtextextended(${`touchstone:${name}`}, 0)`

async function lock(connection: Kysely<unknown>, name: string): Promise<boolean> {
  const query = sql<{ got: boolean }>`select pg_try_advisory_lock(${keyOf(name)}) as got`
  const { rows } = await query.execute(connection)
  return rows[0]?.got === true
}

const unlock = (connection: Kysely<unknown>, name: string) =>
  sql`select pg_advisory_unlock(${keyOf(name)})`.execute(connection)

type Keeper = { readonly connection: Kysely<unknown>; close(): Promise<void> }

async function keepConnection(db: Kysely<unknown>): Promise<Keeper> {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return await new Promise<Keeper>((resolve, reject) => {
    const ended = db.connection().execute(async (connection) => {
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
