/** Templates per block. The matrix grows by whole blocks, so existing templates are never copied. */
const blockRows = 16_384

export type Near = { slot: number; distance: number }

/**
 * Stores all templates of one model in contiguous arrays and searches them exhaustively. Slots are numbered
 * from 0. When a template is removed, the last template moves into its slot.
 */
export type TemplateMatrix = {
  readonly size: number
  /** Adds a template and returns its slot. */
  add(template: Float32Array): number
  /**
   * Removes a template. Returns the previous slot of the template that was moved into this slot, if one was
   * moved.
   */
  remove(slot: number): number | undefined
  distanceTo(slot: number, template: Float32Array): number
  /**
   * Returns the nearest templates by Euclidean distance, nearest first. With `within`, returns only templates up to
   * this distance, which is faster.
   */
  nearest(template: Float32Array, limit: number, within?: number): Near[]
}

export function createTemplateMatrix(dimensions: number): TemplateMatrix {
  if (dimensions % 4 !== 0) throw new RangeError('the number of dimensions must be a multiple of four')
  const blocks: Float32Array[] = []
  let size = 0

  const checked = (template: Float32Array) => {
    if (template.length !== dimensions)
      throw new RangeError(`the template must have ${dimensions} dimensions`)
    return template
  }
  const rowOf = (slot: number): Float32Array => {
    const block = blocks[Math.floor(slot / blockRows)]
    if (block === undefined || slot < 0 || slot >= size) throw new RangeError('there is no such slot')
    const start = (slot % blockRows) * dimensions
    return block.subarray(start, start + dimensions)
  }

  return {
    get size() {
      return size
    },

    add(template) {
      checked(template)
      if (size === blocks.length * blockRows) blocks.push(new Float32Array(blockRows * dimensions))
      const slot = size++
      rowOf(slot).set(template)
      return slot
    },

    remove(slot) {
      const gap = rowOf(slot)
      const last = size - 1
      if (slot !== last) gap.set(rowOf(last))
      // Overwrites the deleted template in memory.
      rowOf(last).fill(0)
      size--
      if (blocks.length > 1 && size <= (blocks.length - 2) * blockRows) blocks.pop()
      return slot === last ? undefined : last
    },

    distanceTo: (slot, template) =>
      Math.sqrt(squaredDistance(rowOf(slot), 0, Float64Array.from(checked(template)))),

    nearest(template, limit, within = Number.POSITIVE_INFINITY) {
      // The query is stored as 64-bit numbers, so that the innermost loop has to convert only the rows'
      // numbers.
      const to = Float64Array.from(checked(template))
      const found: Near[] = []
      // Slightly more than the squared limit, because squares are rounded. The exact distances are compared at
      // the end.
      let worst = within * within * (1 + 1e-9) + Number.MIN_VALUE
      for (const [index, block] of blocks.entries()) {
        const rows = Math.min(blockRows, size - index * blockRows)
        for (let row = 0; row < rows; row++) {
          const distance = squaredDistance(block, row * dimensions, to, worst)
          if (distance >= worst) continue
          insert(found, { slot: index * blockRows + row, distance }, limit)
          if (found.length === limit) worst = found[limit - 1]?.distance ?? worst
        }
      }
      return found
        .map(({ slot, distance }) => ({ slot, distance: Math.sqrt(distance) }))
        .filter(({ distance }) => distance <= within)
    },
  }
}

/**
 * The number of values after which a sum is compared with the limit. More frequent comparisons cost more than
 * they save.
 */
const part = 64

/**
 * Calculates four independent sums, which the processor executes in parallel. Stops with a partial sum if
 * that sum reaches `most`: the nearest templates found so far rule out most others after only some of their
 * values have been added.
 */
function squaredDistance(
  rows: Float32Array,
  start: number,
  to: Float64Array,
  most = Number.POSITIVE_INFINITY,
): number {
  const dimensions = to.length
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let from = 0; from < dimensions; from += part) {
    const end = Math.min(dimensions, from + part)
    for (let at = from; at < end; at += 4) {
      const first = (rows[start + at] as number) - (to[at] as number)
      const second = (rows[start + at + 1] as number) - (to[at + 1] as number)
      const third = (rows[start + at + 2] as number) - (to[at + 2] as number)
      const fourth = (rows[start + at + 3] as number) - (to[at + 3] as number)
      a += first * first
      b += second * second
      c += third * third
      d += fourth * fourth
    }
    if (a + b + (c + d) >= most) break
  }
  return a + b + (c + d)
}

function insert(found: Near[], near: Near, limit: number): void {
  let place = found.length
  while (place > 0 && (found[place - 1]?.distance ?? 0) > near.distance) place--
  found.splice(place, 0, near)
  if (found.length > limit) found.pop()
}
