import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The amount of memory that all buckets share, in bytes. When a bucket's share is full, its records are
 * written to disk.
 */
const waitingBytes = 16 * 2 ** 20
const leastBlock = 16_384

type Block = { readonly at: number; readonly length: number }

/**
 * Distributes records into buckets. A single bucket fits in memory, but all of the buckets together do not.
 * They share one unlinked file, so that nothing remains on disk, regardless of how the process ends.
 */
export class Spill {
  readonly buckets: number
  readonly #file: FileHandle
  readonly #waiting: Buffer[]
  readonly #lengths: number[]
  readonly #blocks: Block[][]
  #end = 0

  private constructor(file: FileHandle, buckets: number) {
    this.buckets = buckets
    this.#file = file
    const size = Math.max(leastBlock, Math.floor(waitingBytes / buckets))
    this.#waiting = Array.from({ length: buckets }, () => Buffer.allocUnsafe(size))
    this.#lengths = Array.from({ length: buckets }, () => 0)
    this.#blocks = Array.from({ length: buckets }, () => [])
  }

  static async open(buckets: number): Promise<Spill> {
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-import-'))
    try {
      return new Spill(await open(join(folder, 'buckets'), 'wx+', 0o600), buckets)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  /** Returns a promise only if the caller must wait. */
  add(bucket: number, record: Buffer): Promise<void> | undefined {
    const waiting = this.#waiting[bucket]
    const length = this.#lengths[bucket]
    if (waiting === undefined || length === undefined) throw new RangeError('no such bucket')
    if (length + record.length <= waiting.length) {
      waiting.set(record, length)
      this.#lengths[bucket] = length + record.length
      return undefined
    }
    this.#lengths[bucket] = 0
    return this.#append(bucket, Buffer.concat([waiting.subarray(0, length), record]))
  }

  /** Returns all records in a bucket, in insertion order. */
  async read(bucket: number): Promise<Buffer> {
    const blocks = this.#blocks[bucket] ?? []
    const waiting = this.#waiting[bucket]?.subarray(0, this.#lengths[bucket]) ?? Buffer.of()
    const all = Buffer.allocUnsafe(blocks.reduce((sum, { length }) => sum + length, waiting.length))
    let filled = 0
    for (const { at, length } of blocks) {
      const { bytesRead } = await this.#file.read(all, filled, length, at)
      if (bytesRead !== length) throw new Error('a temporary file was truncated')
      filled += length
    }
    all.set(waiting, filled)
    return all
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  async #append(bucket: number, bytes: Buffer): Promise<void> {
    const at = this.#end
    this.#end += bytes.length
    this.#blocks[bucket]?.push({ at, length: bytes.length })
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, at + written)
      written += bytesWritten
    }
  }
}
