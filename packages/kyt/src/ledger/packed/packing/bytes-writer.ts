/** Writes bytes sequentially into memory that grows as needed. */
export class BytesWriter {
  #bytes: Buffer
  #length = 0

  constructor(size = 1024) {
    this.#bytes = Buffer.allocUnsafe(size)
  }

  get length(): number {
    return this.#length
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  uint32(value: number): void {
    this.#reserve(4)
    this.#length = this.#bytes.writeUInt32BE(value, this.#length)
  }

  /** Writes seven bits per byte, lowest first. Supports values up to 2^53 - 1. */
  varint(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
  }

  hex(value: string): void {
    this.#reserve(value.length / 2)
    this.#length += this.#bytes.write(value, this.#length, 'hex')
  }

  /** Returns a copy of the bytes written since `from`. */
  take(from = 0): Buffer {
    return Buffer.from(this.#bytes.subarray(from, this.#length))
  }

  /** Returns a view of the bytes between two positions. The view is valid until the next write. */
  view(from: number, to: number): Buffer {
    return this.#bytes.subarray(from, to)
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
