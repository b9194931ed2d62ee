/** The squares of an identicon on a 5 × 5 grid, as the `d` of two SVG paths: solid and faint. */
export type Identicon = { readonly strong: string; readonly faint: string }

const size = 5
const mirroredColumns = 3

/**
 * Returns a small picture that makes addresses distinguishable at a glance. It uses only one colour, because
 * green, amber, orange and red represent risk levels. It is only a visual aid and does not prove identity.
 */
export function identicon(value: string): Identicon {
  let bits = mixed(value)
  let strong = ''
  let faint = ''
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < mirroredColumns; column++) {
      const tone = bits % 3n
      bits /= 3n
      if (tone === 0n) continue
      const mirror = size - 1 - column
      const squares = square(column, row) + (mirror === column ? '' : square(mirror, row))
      if (tone === 1n) strong += squares
      else faint += squares
    }
  }
  return { strong, faint }
}

function square(column: number, row: number): string {
  return `M${column} ${row}h1v1h-1z`
}

/** 64-bit FNV-1a with a final mix, so that addresses that differ in one digit look different. */
function mixed(value: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(value)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  hash = BigInt.asUintN(64, (hash ^ (hash >> 33n)) * 0xff51afd7ed558ccdn)
  hash = BigInt.asUintN(64, (hash ^ (hash >> 33n)) * 0xc4ceb9fe1a85ec53n)
  return hash ^ (hash >> 33n)
}
