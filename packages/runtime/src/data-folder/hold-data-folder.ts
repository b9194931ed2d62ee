import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '@touchstone/common'

/** A data folder that this process alone may open, and the door at which others knock. */
export type HeldDataFolder = {
  readonly path: string
  /** Receives connections of other processes; until then they wait. */
  onConnection(handle: (socket: Socket) => void): void
  release(): Promise<void>
}

export class DataFolderInUse extends OperatorError {
  constructor(path: string) {
    super({
      code: 'data-folder.in-use',
      message: `Another process already works on the data folder ${path}.`,
      remedy: 'Stop it first, or give this one another folder with --data or TOUCHSTONE_DATA.',
    })
  }
}

/**
 * The lock is a listening socket: whoever could bind it owns the folder, and the kernel closes it when the owner
 * dies, however it dies. A socket file whose owner is gone refuses connections; it is removed by one process at a
 * time, so that two starters can't both take it over.
 */
export async function holdDataFolder(path: string): Promise<HeldDataFolder> {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const address = socketAddress(path)
  for (;;) {
    const server = await tryListen(address)
    if (server) {
      try {
        checkVersion(path)
      } catch (error) {
        server.close()
        throw error
      }
      return held(path, server)
    }
    if (await isAlive(address)) throw new DataFolderInUse(path)
    await removeStale(address, join(path, 'takeover.lock'))
  }
}

/** The layout of the data folder: a version that changes the layout raises this number and converts older folders. */
const folderVersion = '1'

/** Refuses a folder of another layout; writes the version into a folder that has none. */
function checkVersion(path: string): void {
  const file = join(path, 'version')
  if (!existsSync(file)) writeFileSync(file, `${folderVersion}\n`, { mode: 0o600 })
  const found = readFileSync(file, 'utf8').trim()
  if (found === folderVersion) return
  throw new OperatorError({
    code: 'data-folder.version',
    message: `The data folder ${path} has the unknown version ${JSON.stringify(found.slice(0, 20))}; this program uses version ${folderVersion}.`,
    remedy:
      'Start the version of Touchstone that created it, or use another folder with --data or TOUCHSTONE_DATA.',
  })
}

/** Connects to the process that holds the folder; undefined when none does. */
export async function knock(path: string): Promise<Socket | undefined> {
  if (!existsSync(path)) return undefined
  return await tryConnect(socketAddress(path))
}

/** Socket paths are limited to about 100 bytes; a deep folder gets its socket in the temporary folder. */
function socketAddress(path: string): string {
  const real = realpathSync(path)
  const name = createHash('sha256').update(real).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\touchstone-${name}`
  const inside = join(real, 'touchstone.sock')
  return Buffer.byteLength(inside) <= 100 ? inside : join(tmpdir(), `touchstone-${name}.sock`)
}

function tryListen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer({ pauseOnConnect: true })
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    // Only the user who runs the service may talk to it.
    const umask = process.umask(0o077)
    server.listen(address, () => resolve(server))
    process.umask(umask)
  })
}

function tryConnect(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}

async function isAlive(address: string): Promise<boolean> {
  const socket = await tryConnect(address)
  socket?.destroy()
  return socket !== undefined
}

async function removeStale(address: string, lockFile: string): Promise<void> {
  try {
    closeSync(openSync(lockFile, 'wx'))
  } catch {
    // Someone else is removing it, for a few milliseconds; one that died in the middle is forgotten after a while.
    if (ageOf(lockFile) > 10_000) unlinkQuietly(lockFile)
    await pause(20)
    return
  }
  try {
    if (!(await isAlive(address))) unlinkQuietly(address)
  } finally {
    unlinkQuietly(lockFile)
  }
}

function ageOf(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return 0
  }
}

function unlinkQuietly(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // Already gone: that is what was wanted.
  }
}

/** Sockets come paused, so that nothing is lost of what a visitor says before anyone listens. */
function attend(socket: Socket, handle: (socket: Socket) => void): void {
  handle(socket)
  socket.resume()
}

function held(path: string, server: Server): HeldDataFolder {
  const sockets = new Set<Socket>()
  const early: Socket[] = []
  let handle: ((socket: Socket) => void) | undefined

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    if (handle) attend(socket, handle)
    else early.push(socket)
  })

  return {
    path,
    onConnection(next) {
      handle = next
      for (const socket of early.splice(0)) attend(socket, next)
    },
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
