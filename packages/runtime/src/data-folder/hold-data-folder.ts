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

/** A data folder that only this process can open, with a socket for other processes. */
export type HeldDataFolder = {
  readonly path: string
  /**
   * Passes connections from other processes to the handler. Connections that arrive before this call are
   * queued.
   */
  onConnection(handle: (socket: Socket) => void): void
  release(): Promise<void>
}

export class DataFolderInUse extends OperatorError {
  constructor(path: string) {
    super({
      code: 'data-folder.in-use',
      message: `Another process is already using the data folder ${path}.`,
      remedy: 'Stop it first, or choose another folder with --data or TOUCHSTONE_DATA.',
    })
  }
}

/**
 * Locks the data folder with a listening socket. The process that binds the socket owns the folder, and the
 * kernel closes the socket when that process ends for any reason. A socket file without an owner refuses
 * connections. Only one process at a time can remove such a file, so that two starting processes cannot both
 * take over the folder.
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

/**
 * The version of the folder layout. A release that changes the layout increments this version and converts
 * older folders.
 */
const folderVersion = '1'

/** Fails if the folder has a different layout version. Writes the version into a new folder. */
function checkVersion(path: string): void {
  const file = join(path, 'version')
  if (!existsSync(file)) writeFileSync(file, `${folderVersion}\n`, { mode: 0o600 })
  const found = readFileSync(file, 'utf8').trim()
  if (found === folderVersion) return
  throw new OperatorError({
    code: 'data-folder.version',
    message: `The data folder ${path} has the unknown version ${JSON.stringify(found.slice(0, 20))}; this program uses version ${folderVersion}.`,
    remedy:
      'Start the version of Touchstone that created it, or choose another folder with --data or TOUCHSTONE_DATA.',
  })
}

/** Connects to the process that holds the folder, or returns undefined if there is none. */
export async function connectToHolder(path: string): Promise<Socket | undefined> {
  if (!existsSync(path)) return undefined
  return await tryConnect(socketAddress(path))
}

/**
 * Returns the socket path. Socket paths are limited to about 100 bytes, so the socket for a folder with a
 * longer path is placed in the temporary folder.
 */
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
    // Only the user who runs the service can connect.
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
    // Another process is removing the socket file, which takes milliseconds. Remove the lock if that process
    // has died.
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
    // The file is already gone.
  }
}

/**
 * Attaches the handler and resumes the socket. New sockets are paused, so that no data is lost before the
 * handler is attached.
 */
function passToHandler(socket: Socket, handle: (socket: Socket) => void): void {
  handle(socket)
  socket.resume()
}

function held(path: string, server: Server): HeldDataFolder {
  const sockets = new Set<Socket>()
  const waiting: Socket[] = []
  let handle: ((socket: Socket) => void) | undefined

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    if (handle) passToHandler(socket, handle)
    else waiting.push(socket)
  })

  return {
    path,
    onConnection(next) {
      handle = next
      for (const socket of waiting.splice(0)) passToHandler(socket, next)
    },
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
