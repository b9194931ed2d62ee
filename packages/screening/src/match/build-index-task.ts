import type { ListEntry } from '../lists/list-entry.ts'
import { buildIndex } from './build-index.ts'
import type { ScreeningIndex } from './screening-index.ts'

export type BuildIndexTask = {
  readonly lists: readonly {
    readonly list: string
    readonly version: string
    readonly publishedAt: string | null
    /** The entries as JSON, one per line. */
    readonly bodies: Uint8Array
  }[]
}

/** Builds the index in a worker, in shared memory that the main thread uses without copying. */
export function buildIndexTask({ lists }: BuildIndexTask): ScreeningIndex {
  return share(buildIndex(lists.map(({ bodies, ...list }) => ({ ...list, entries: readBodies(bodies) }))))
}

function* readBodies(bodies: Uint8Array): Generator<ListEntry> {
  const text = Buffer.from(bodies.buffer, bodies.byteOffset, bodies.byteLength)
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(10, start)
    const stop = end < 0 ? text.length : end
    if (stop > start) yield JSON.parse(text.toString('utf8', start, stop)) as ListEntry
    start = stop + 1
  }
}

function share(index: ScreeningIndex): ScreeningIndex {
  const shared: Record<string, unknown> = { ...index }
  for (const [name, value] of Object.entries(index)) {
    if (value instanceof Uint8Array) shared[name] = copyTo(Uint8Array, value)
    else if (value instanceof Uint16Array) shared[name] = copyTo(Uint16Array, value)
    else if (value instanceof Uint32Array) shared[name] = copyTo(Uint32Array, value)
    else if (value instanceof Float32Array) shared[name] = copyTo(Float32Array, value)
  }
  return shared as ScreeningIndex
}

type Numbers = { set(values: ArrayLike<number>): void }

function copyTo<Kind extends Numbers>(
  Kind: new (buffer: SharedArrayBuffer) => Kind,
  values: ArrayLike<number> & { readonly byteLength: number },
): Kind {
  const copy = new Kind(new SharedArrayBuffer(values.byteLength))
  copy.set(values)
  return copy
}
