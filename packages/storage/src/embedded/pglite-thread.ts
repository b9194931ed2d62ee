import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { type PgliteEngine, pgliteParsers, pgliteStartParams } from './pglite-settings.ts'

/**
 * A call to one of PGlite's methods. The first answer has the id 0 and reports whether the store could be
 * opened.
 */
export type PgliteCall = { id: number } & (
  | { method: 'query'; args: [text: string, values: unknown[] | undefined] }
  | { method: 'exec'; args: [text: string] }
  | { method: 'execProtocolRaw'; args: [message: Uint8Array] }
  | { method: 'close'; args: [] }
)

/**
 * The answer to a call. An error is sent as its fields, because a PostgreSQL error would lose its members in
 * the transfer.
 */
export type PgliteAnswer = { id: number } & ({ result: unknown } | { error: object; message: string })

const port = parentPort
if (!port) throw new Error('this file must run in a worker thread')
const { folder, engine } = workerData as { folder: string | undefined; engine: PgliteEngine }
const opening = PGlite.create({
  ...(folder !== undefined && { dataDir: folder }),
  pgliteWasmModule: engine,
  parsers: pgliteParsers,
  startParams: pgliteStartParams,
})

const answer = async (id: number, work: Promise<unknown>, toTransfer: (result: unknown) => ArrayBuffer[]) => {
  try {
    const result = await work
    port.postMessage({ id, result } satisfies PgliteAnswer, toTransfer(result))
  } catch (error) {
    // Removes the query's values, because they can be personal data and the caller already has them.
    const { params: _, ...fields } = { ...(error as Error) } as Record<string, unknown>
    const plain = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => typeof value !== 'function'),
    )
    port.postMessage({ id, error: plain, message: (error as Error).message } satisfies PgliteAnswer)
  }
}

const nothing = () => []
void answer(
  0,
  opening.then(() => null),
  nothing,
)

port.on('message', (call: PgliteCall) => {
  const { id } = call
  const run = async () => {
    const client = await opening
    if (call.method === 'query') return await client.query(...call.args)
    if (call.method === 'exec') return await client.exec(...call.args)
    // Copies the answer, because it can be a view of the engine's whole memory.
    if (call.method === 'execProtocolRaw') return (await client.execProtocolRaw(...call.args)).slice()
    return await client.close()
  }
  const isRaw = call.method === 'execProtocolRaw'
  void answer(id, run(), isRaw ? (result) => [(result as Uint8Array<ArrayBuffer>).buffer] : nothing)
})
