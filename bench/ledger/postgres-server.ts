import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { freePort, waitUntil } from '../../test/support/processes.ts'

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
  version: string
  /** Milliseconds of CPU that all of its processes have taken; not a number where the system does not tell. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Durable as by default: the server of the tests runs without fsync, which nobody would do with a ledger. */
export async function startTunedPostgres(): Promise<TunedPostgres> {
  const bin = findPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-postgres-'))
  // PostgreSQL refuses to run as root; Debian's package brings a user for it.
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const flags = ['-D', data, '-U', 'touchstone', '-A', 'trust', '-E', 'UTF8']
  execFileSync(join(bin, 'initdb'), flags, { ...owner, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...postgresSettings,
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...given], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  const gone = new Promise((resolve) => server.once('exit', resolve))
  await waitUntil(() => isReady(bin, port), 20_000, 'PostgreSQL to start')
  return {
    url: `postgres://touchstone@127.0.0.1:${port}/postgres`,
    version: execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    cpuMs: () => cpuMsOf(server.pid),
    async stop() {
      if (server.exitCode === null && server.signalCode === null && server.kill('SIGINT')) await gone
      rmSync(folder, { recursive: true, force: true })
    },
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

function findPostgres(): string {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions) ? readdirSync(versions).map((one) => join(versions, one, 'bin')) : []
  const onPath = (process.env.PATH ?? '').split(':')
  const found = [...debian.sort().reverse(), ...onPath].find((folder) => existsSync(join(folder, 'initdb')))
  if (!found) throw new Error('PostgreSQL is not installed: install the package "postgresql"')
  return found
}

function isReady(bin: string, port: number): boolean {
  try {
    execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q'])
    return true
  } catch {
    return false
  }
}
