/**
 * A compact set for millions of addresses, which stores only the last four bytes of each address. `mayHave`
 * returns true for every added address and, by chance, for about one in several thousand other addresses.
 */
export class AddressFilter {
  /** An open-addressing hash table of address endings. Zero marks an empty slot. */
  #ends = new Uint32Array(1024)
  #size = 0

  add(address: string): void {
    if (this.#size * 2 >= this.#ends.length) this.#grow()
    this.#put(endOf(address))
  }

  mayHave(address: string): boolean {
    const end = endOf(address)
    return this.#ends[this.#placeOf(end)] === end
  }

  #put(end: number): void {
    const place = this.#placeOf(end)
    if (this.#ends[place] === end) return
    this.#ends[place] = end
    this.#size += 1
  }

  /** Returns the slot that contains an ending, or the empty slot where the ending belongs. */
  #placeOf(end: number): number {
    const mask = this.#ends.length - 1
    let place = Math.imul(end, spread) >>> (32 - Math.log2(this.#ends.length))
    for (let found = this.#ends[place]; found !== 0 && found !== end; found = this.#ends[place]) {
      place = (place + 1) & mask
    }
    return place
  }

  #grow(): void {
    const ends = this.#ends
    this.#ends = new Uint32Array(ends.length * 2)
    this.#size = 0
    for (const end of ends) if (end !== 0) this.#put(end)
  }
}

/** Returns an address's last four bytes, which are practically random. Never returns zero. */
const endOf = (address: string) => Number.parseInt(address.slice(-8), 16) || 1

/** This factor, 2^32 divided by the golden ratio, spreads similar endings across the table. */
const spread = 0x9e3779b1
