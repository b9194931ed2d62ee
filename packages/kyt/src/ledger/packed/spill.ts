import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes that wait in memory for all buckets together. */
const waitingBytes = 16 * 2 ** 20

/** Records sorted into buckets on the disk, of which each fits into memory when all of them do not. */
export class Spill {
  readonly buckets: number
  readonly #directory: string
  readonly #waiting: Buffer[]
  readonly #lengths: number[]
  readonly #written: Set<number> = new Set()

  private constructor(directory: string, buckets: number) {
    this.buckets = buckets
    this.#directory = directory
    const size = Math.max(16_384, Math.floor(waitingBytes / buckets))
    this.#waiting = Array.from({ length: buckets }, () => Buffer.allocUnsafe(size))
    this.#lengths = Array.from({ length: buckets }, () => 0)
  }

  static async open(buckets: number): Promise<Spill> {
    return new Spill(await mkdtemp(join(tmpdir(), 'touchstone-import-')), buckets)
  }

  /** Returns a promise only when there is something to wait for. */
  add(bucket: number, record: Buffer): Promise<void> | undefined {
    const waiting = this.#waiting[bucket]
    const length = this.#lengths[bucket]
    if (waiting === undefined || length === undefined) throw new RangeError('there is no such bucket')
    if (length + record.length <= waiting.length) {
      waiting.set(record, length)
      this.#lengths[bucket] = length + record.length
      return undefined
    }
    this.#lengths[bucket] = 0
    this.#written.add(bucket)
    return appendFile(this.#pathOf(bucket), Buffer.concat([waiting.subarray(0, length), record]))
  }

  /** Everything of a bucket, in the order in which it came. */
  async read(bucket: number): Promise<Buffer> {
    const waiting = this.#waiting[bucket]?.subarray(0, this.#lengths[bucket]) ?? Buffer.of()
    return this.#written.has(bucket)
      ? Buffer.concat([await readFile(this.#pathOf(bucket)), waiting])
      : Buffer.from(waiting)
  }

  /** What a bucket held is needed no more. */
  async drop(bucket: number): Promise<void> {
    if (this.#written.delete(bucket)) await rm(this.#pathOf(bucket))
    this.#lengths[bucket] = 0
  }

  async close(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true })
  }

  #pathOf(bucket: number): string {
    return join(this.#directory, String(bucket))
  }
}
