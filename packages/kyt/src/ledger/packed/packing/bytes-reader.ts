/** Reads bytes sequentially. */
export class BytesReader {
  readonly #bytes: Buffer
  at: number

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  byte(): number {
    const value = this.#bytes[this.at]
    if (value === undefined) throw new RangeError('packed rows are truncated')
    this.at += 1
    return value
  }

  uint32(): number {
    const value = this.#bytes.readUInt32BE(this.at)
    this.at += 4
    return value
  }

  varint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }

  hex(length: number): string {
    if (this.at + length > this.#bytes.length) throw new RangeError('packed rows are truncated')
    const value = this.#bytes.toString('hex', this.at, this.at + length)
    this.at += length
    return value
  }

  /** Returns a view of the bytes instead of a copy. */
  bytes(length: number): Buffer {
    if (this.at + length > this.#bytes.length) throw new RangeError('packed rows are truncated')
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }

  /** Reads an unsigned big-endian integer of `length` bytes. */
  amount(length: number): bigint {
    if (length === 0) return 0n
    // Most amounts fit into six bytes, which can be read as a number without converting them to text first.
    if (length <= 6) {
      const value = this.#bytes.readUIntBE(this.at, length)
      this.at += length
      return BigInt(value)
    }
    return BigInt(`0x${this.hex(length)}`)
  }

  skip(length: number): void {
    this.at += length
  }
}
