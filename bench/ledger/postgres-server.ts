import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { Client } from 'pg'
import { startPostgres } from '../../test/support/postgres-server.ts'

/** Settings for a machine that also runs other programs. All other settings keep their defaults. */
export const postgresSettings: Readonly<Record<string, string>> = {
  shared_buffers: '1GB',
  effective_cache_size: `${Math.max(2, Math.floor(totalmem() / 2 ** 31))}GB`,
  work_mem: '64MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
  effective_io_concurrency: '200',
  jit: 'off',
}

export type TunedPostgres = {
  url: string
  version(): Promise<string>
  /**
   * Returns the CPU time of all the server's processes in milliseconds, or NaN if the system does not report
   * it.
   */
  cpuMs(): number
  stop(): Promise<void>
}

/**
 * Starts a server with PostgreSQL's default durability. The server for tests runs without fsync, which is
 * unsuitable for a ledger.
 */
export async function startTunedPostgres(): Promise<TunedPostgres> {
  const server = await startPostgres({ settings: postgresSettings })
  const { url } = server
  return { url, version: () => versionOf(url), cpuMs: () => cpuMsOf(server.pid()), stop: () => server.stop() }
}

async function versionOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return `PostgreSQL ${rows[0]?.server_version}`
  } finally {
    await client.end()
  }
}

/** Clock ticks per second. The value is the same on every Linux system that Node.js supports. */
const ticks = 100

/**
 * Returns the CPU time of the server and its child processes. The CPU time of child processes that have ended
 * is included in the server's own CPU time.
 */
function cpuMsOf(server: number | undefined): number {
  if (server === undefined || !existsSync('/proc/self/stat')) return Number.NaN
  let sum = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // The program name in parentheses can contain spaces. The parent's id is the second field after the
      // name.
      const [, parent, ...fields] =
        readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
      const [user, system, endedUser, endedSystem] = fields.slice(9, 13).map(Number)
      const own = (user ?? 0) + (system ?? 0)
      if (Number(parent) === server) sum += own
      if (Number(pid) === server) sum += own + (endedUser ?? 0) + (endedSystem ?? 0)
    } catch {
      // The process has ended in the meantime.
    }
  }
  return (sum * 1000) / ticks
}
