/**
 * A set of addresses that is small enough for millions of them: of each only the end is stored. `mayHave` is true for every
 * address that was added, and for one in some thousand others.
 */
export class AddressFilter {
  /** Ends of addresses at the place that they begin to be looked for, or after it; zero where there is none. */
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

  /** Where it is, or where it would be put. */
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

/** The last four bytes, which are as good as random; never zero. */
const endOf = (address: string) => Number.parseInt(address.slice(-8), 16) || 1

/** 2^32 by the golden ratio: neighbouring ends come to lie far apart. */
const spread = 0x9e3779b1
