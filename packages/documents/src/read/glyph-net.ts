/**
 * The characters that the network distinguishes. The last class means "no character", such as paper, an edge
 * or the halves of two letters.
 */
export const glyphClasses = '0123456789<ABCDEFGHIJKLMNOPQRSTUVWXYZ '

/** Width of the network's input in pixels. */
export const patchWidth = 24
export const patchHeight = 28

const maps1 = 8
const maps2 = 20
const width1 = patchWidth / 2
const height1 = patchHeight / 2
const width2 = width1 / 2
const height2 = height1 / 2
const places1 = width1 * height1
const places2 = width2 * height2
const window1 = 25
const window2 = 9 * maps1
const flat = maps2 * places2
const hidden = 56
const classes = glyphClasses.length

export const glyphNetSizes = { maps1, maps2, places1, places2, window1, window2, flat, hidden, classes }

/** In file order. */
export type GlyphWeights = {
  kernel1: Float32Array
  bias1: Float32Array
  kernel2: Float32Array
  bias2: Float32Array
  dense1: Float32Array
  denseBias1: Float32Array
  dense2: Float32Array
  denseBias2: Float32Array
}

const sizes = [
  maps1 * window1,
  maps1,
  maps2 * window2,
  maps2,
  hidden * flat,
  hidden,
  classes * hidden,
  classes,
] as const

export const glyphWeightCount = sizes.reduce((sum, size) => sum + size, 0)

/** Creates views of a file's numbers, in file order. */
export function viewGlyphWeights(numbers: Float32Array): GlyphWeights {
  let at = 0
  const take = (size: number) => {
    at += size
    return numbers.subarray(at - size, at)
  }
  return {
    kernel1: take(sizes[0]),
    bias1: take(sizes[1]),
    kernel2: take(sizes[2]),
    bias2: take(sizes[3]),
    dense1: take(sizes[4]),
    denseBias1: take(sizes[5]),
    dense2: take(sizes[6]),
    denseBias2: take(sizes[7]),
  }
}

/** Intermediate results of a forward pass. Training needs them for backpropagation. */
export type GlyphActivations = {
  columns1: Float32Array
  /** The values of all maps at one position are adjacent. */
  layer1: Float32Array
  columns2: Float32Array
  layer2: Float32Array
  hidden: Float32Array
  scores: Float32Array
  /** Buffer for a window's non-zero inputs. */
  live: { places: Int32Array; values: Float32Array }
}

export function createGlyphActivations(): GlyphActivations {
  return {
    columns1: new Float32Array(places1 * window1),
    layer1: new Float32Array(places1 * maps1),
    columns2: new Float32Array(places2 * window2),
    layer2: new Float32Array(flat),
    hidden: new Float32Array(hidden),
    scores: new Float32Array(classes),
    live: { places: new Int32Array(flat), values: new Float32Array(flat) },
  }
}

/** Index of the pixel or first-layer value at each position of a window, or -1 beyond the edge. */
export const windows1 = lookAt(patchWidth, patchHeight, 5, 1)
export const windows2 = lookAt(width1, height1, 3, maps1)

/**
 * Runs the network: two convolutional layers with stride two, and two dense layers. Returns a score per
 * character.
 */
export function runGlyphNet(weights: GlyphWeights, patch: Float32Array, made: GlyphActivations): void {
  gather(patch, windows1, made.columns1)
  applyKernels(made.columns1, window1, weights.kernel1, weights.bias1, made.layer1)
  gather(made.layer1, windows2, made.columns2)
  applyToLive(made.columns2, window2, weights.kernel2, weights.bias2, made.layer2, made.live)
  applyToLive(made.layer2, flat, weights.dense1, weights.denseBias1, made.hidden, made.live)
  for (let out = 0; out < classes; out++) {
    let sum = weights.denseBias2[out] ?? 0
    for (let at = 0; at < hidden; at++)
      sum += (weights.dense2[out * hidden + at] ?? 0) * (made.hidden[at] ?? 0)
    made.scores[out] = sum
  }
}

function lookAt(width: number, height: number, side: number, depth: number): Int32Array {
  const reach = side >> 1
  const indices: number[] = []
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      for (let ky = y - reach; ky <= y + reach; ky++) {
        for (let kx = x - reach; kx <= x + reach; kx++) {
          const inside = kx >= 0 && ky >= 0 && kx < width && ky < height
          for (let map = 0; map < depth; map++) indices.push(inside ? (ky * width + kx) * depth + map : -1)
        }
      }
    }
  }
  return Int32Array.from(indices)
}

function gather(from: Float32Array, windows: Int32Array, columns: Float32Array): void {
  for (let at = 0; at < windows.length; at++) {
    const index = windows[at] ?? -1
    columns[at] = index < 0 ? 0 : (from[index] ?? 0)
  }
}

/**
 * Applies every kernel to every window, with ReLU. Processes two windows and four kernels at a time, so that
 * each value is loaded only once for the eight sums and these sums do not depend on each other. Requires an
 * even number of windows and a multiple of four kernels.
 */
function applyKernels(
  columns: Float32Array,
  size: number,
  kernels: Float32Array,
  bias: Float32Array,
  output: Float32Array,
): void {
  const maps = bias.length
  const places = columns.length / size
  for (let place = 0; place < places; place += 2) {
    const start = place * size
    const end = start + size
    for (let map = 0; map < maps; map += 4) {
      let row0 = map * size
      let row1 = row0 + size
      let row2 = row1 + size
      let row3 = row2 + size
      let a = bias[map] ?? 0
      let b = bias[map + 1] ?? 0
      let c = bias[map + 2] ?? 0
      let d = bias[map + 3] ?? 0
      let [e, f, g, h] = [a, b, c, d]
      for (let at = start; at < end; at++) {
        const value = columns[at] ?? 0
        const next = columns[at + size] ?? 0
        const k0 = kernels[row0++] ?? 0
        const k1 = kernels[row1++] ?? 0
        const k2 = kernels[row2++] ?? 0
        const k3 = kernels[row3++] ?? 0
        a += k0 * value
        b += k1 * value
        c += k2 * value
        d += k3 * value
        e += k0 * next
        f += k1 * next
        g += k2 * next
        h += k3 * next
      }
      const to = place * maps + map
      output[to] = Math.max(0, a)
      output[to + 1] = Math.max(0, b)
      output[to + 2] = Math.max(0, c)
      output[to + 3] = Math.max(0, d)
      output[to + maps] = Math.max(0, e)
      output[to + maps + 1] = Math.max(0, f)
      output[to + maps + 2] = Math.max(0, g)
      output[to + maps + 3] = Math.max(0, h)
    }
  }
}

/**
 * Applies every kernel to every window of the second layer, but skips zeros, which are about two thirds of
 * the inputs. Skipping them does not change the sums.
 */
function applyToLive(
  columns: Float32Array,
  size: number,
  kernels: Float32Array,
  bias: Float32Array,
  output: Float32Array,
  { places: where, values }: GlyphActivations['live'],
): void {
  const maps = bias.length
  const windows = columns.length / size
  for (let window = 0; window < windows; window++) {
    const start = window * size
    let count = 0
    for (let at = 0; at < size; at++) {
      const value = columns[start + at] ?? 0
      if (value === 0) continue
      where[count] = at
      values[count] = value
      count += 1
    }
    for (let map = 0; map < maps; map += 4) {
      const row0 = map * size
      const row1 = row0 + size
      const row2 = row1 + size
      const row3 = row2 + size
      let a = bias[map] ?? 0
      let b = bias[map + 1] ?? 0
      let c = bias[map + 2] ?? 0
      let d = bias[map + 3] ?? 0
      for (let index = 0; index < count; index++) {
        const value = values[index] ?? 0
        const at = where[index] ?? 0
        a += (kernels[row0 + at] ?? 0) * value
        b += (kernels[row1 + at] ?? 0) * value
        c += (kernels[row2 + at] ?? 0) * value
        d += (kernels[row3 + at] ?? 0) * value
      }
      const to = window * maps + map
      output[to] = Math.max(0, a)
      output[to + 1] = Math.max(0, b)
      output[to + 2] = Math.max(0, c)
      output[to + 3] = Math.max(0, d)
    }
  }
}
