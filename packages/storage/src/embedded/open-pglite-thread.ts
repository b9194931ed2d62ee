import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PgliteClient, PgliteEngine } from './pglite-settings.ts'
import type { PgliteAnswer, PgliteCall } from './pglite-thread.ts'

type Pending = { resolve(result: unknown): void; reject(error: Error): void }

/**
 * Opens PGlite in a separate thread. PGlite runs queries synchronously, so on the main thread, a query that
 * takes a second would block all requests for a second.
 */
export async function openPgliteThread(folder: string | undefined): Promise<PgliteClient> {
  engine ??= compileEngine()
  const worker = new Worker(threadFile(), { workerData: { folder, engine: await engine }, execArgv: [] })
  const pending = new Map<number, Pending>()
  let ended: Error | undefined
  let last = 0

  const add = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      // A pending call keeps the process alive, but an open store does not.
      worker.ref()
      pending.set(id, { resolve, reject })
    })
  const opened = add(last)
  const send = (call: PgliteCall): Promise<unknown> => {
    if (ended) return Promise.reject(ended)
    const answer = add(call.id)
    worker.postMessage(call)
    return answer
  }
  const endAll = (error: Error) => {
    ended ??= error
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  worker.on('message', (answer: PgliteAnswer) => {
    const found = pending.get(answer.id)
    pending.delete(answer.id)
    if (pending.size === 0) worker.unref()
    if ('error' in answer) found?.reject(Object.assign(new Error(answer.message), answer.error))
    else found?.resolve(answer.result)
  })
  worker.on('error', endAll)
  worker.on('exit', () => endAll(new Error('PGlite is closed')))

  const client = {
    query: (text: string, values?: unknown[]) => send({ id: ++last, method: 'query', args: [text, values] }),
    exec: (text: string) => send({ id: ++last, method: 'exec', args: [text] }),
    execProtocolRaw: (message: Uint8Array) =>
      // Copies the message, because a Buffer would be sent together with the whole memory pool that contains
      // it.
      send({ id: ++last, method: 'execProtocolRaw', args: [new Uint8Array(message)] }),
    async close() {
      await send({ id: ++last, method: 'close', args: [] })
      await worker.terminate()
    },
  }
  try {
    await opened
  } catch (error) {
    await worker.terminate()
    throw error
  }
  // The cast is needed because PGlite's types declare a query's rows with a type parameter.
  return client as PgliteClient
}

/** The engine, compiled once for all threads of this process. Compiling takes longer than opening a store. */
let engine: Promise<PgliteEngine> | undefined

async function compileEngine(): Promise<PgliteEngine> {
  const file = join('@electric-sql', 'pglite', 'dist', 'pglite.wasm')
  const folders = createRequire(import.meta.url).resolve.paths('@electric-sql/pglite') ?? []
  const found = folders.map((folder) => join(folder, file)).find(existsSync)
  if (found === undefined) throw new Error(`${file} is not installed`)
  // The Node.js types do not declare this global.
  const wasm = Reflect.get(globalThis, 'WebAssembly') as { compile(bytes: Uint8Array): Promise<PgliteEngine> }
  return await wasm.compile(await readFile(found))
}

/**
 * Returns the thread's compiled file, because threads run JavaScript. When this module runs from source,
 * returns the file in the build output.
 */
function threadFile(): URL {
  const url = new URL('./pglite-thread.js', import.meta.url)
  if (import.meta.url.endsWith('.ts')) url.pathname = url.pathname.replace(/\/src\/(?!.*\/src\/)/, '/dist/')
  return url
}
