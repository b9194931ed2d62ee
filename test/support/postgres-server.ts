import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, waitUntil } from './processes.ts'

/** A real PostgreSQL server in a temporary folder. The folder is deleted when the server stops. */
export type PostgresServer = {
  url: string
  /** The main process. Its child processes handle the connections. */
  pid(): number | undefined
  /**
   * Kills the server without notifying its clients. `restart` starts it again with its data, on the same
   * port.
   */
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a server with the given settings. The default settings do not wait for the disk, because durability
 * is not required for tests.
 */
export async function startPostgres(
  options: { settings?: Readonly<Record<string, string>> } = {},
): Promise<PostgresServer> {
  const bin = findPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-postgres-'))
  // PostgreSQL refuses to run as root. Debian's package creates a user that can run it.
  const owner: Partial<UserIds> = process.getuid?.() === 0 ? userIds('postgres') : {}
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'touchstone', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(options.settings ?? { fsync: 'off' }),
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const begin = async () => {
    const started = spawn(join(bin, 'postgres'), ['-D', data, ...given], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    })
    await waitUntil(() => isReady(bin, port), 20_000, 'PostgreSQL to start')
    return started
  }
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null && server.signalCode === null && server.kill(signal)) await gone
  }
  let server: ChildProcess = await begin()
  return {
    url: `postgres://touchstone@127.0.0.1:${port}/postgres`,
    pid: () => server.pid,
    kill: () => end('SIGQUIT'),
    async restart() {
      server = await begin()
    },
    async stop() {
      // Stops the server immediately and asynchronously. Writing and deleting the databases of a whole run
      // takes ten seconds. If this blocked the event loop, the test runner would consider its workers stuck.
      await end('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function findPostgres(): string {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions)
    ? readdirSync(versions).map((version) => join(versions, version, 'bin'))
    : []
  const onPath = (process.env.PATH ?? '').split(':')
  const found = [...debian.sort().reverse(), ...onPath].find((folder) => existsSync(join(folder, 'initdb')))
  if (!found) throw new Error('PostgreSQL is not installed: install the package "postgresql"')
  return found
}

type UserIds = { uid: number; gid: number }

function userIds(name: string): UserIds {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function isReady(bin: string, port: number): boolean {
  try {
    execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q'])
    return true
  } catch {
    return false
  }
}
