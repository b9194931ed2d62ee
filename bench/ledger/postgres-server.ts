import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { Client } from 'pg'
import { startPostgres } from '../../test/support/postgres-server.ts'

/** As a sensible operator of a machine that also does other things would have it; whatever is not named is the default. */
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
  /** Milliseconds of CPU that all of its processes have taken; not a number where the system does not tell. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Durable as by default: the server of the tests runs without fsync, which nobody would do with a ledger. */
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

/** Ticks of the system's clock in a second: the same on every Linux that Node.js runs on. */
const ticks = 100

/** Of the server and its children; those that have ended are counted with the server. */
function cpuMsOf(server: number | undefined): number {
  if (server === undefined || !existsSync('/proc/self/stat')) return Number.NaN
  let sum = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // The name of the program, in brackets, may have spaces in it: the parent is the second field behind it.
      const [, parent, ...fields] =
        readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
      const [user, system, endedUser, endedSystem] = fields.slice(9, 13).map(Number)
      const own = (user ?? 0) + (system ?? 0)
      if (Number(parent) === server) sum += own
      if (Number(pid) === server) sum += own + (endedUser ?? 0) + (endedSystem ?? 0)
    } catch {
      // It has ended meanwhile.
    }
  }
  return (sum * 1000) / ticks
}
