/**
 * Applies the discrete Fourier transform to each of `side` rows (or columns, depending on `stride` and
 * `next`), in place. `side` is a power of two (Cooley and Tukey, 1965).
 */
export function transformRows(
  real: Float64Array,
  imaginary: Float64Array,
  side: number,
  { stride, next }: { stride: number; next: number },
): void {
  const cosines = Float64Array.from({ length: side / 2 }, (_, step) => Math.cos((-2 * Math.PI * step) / side))
  const sines = Float64Array.from({ length: side / 2 }, (_, step) => Math.sin((-2 * Math.PI * step) / side))
  const factors = { cosines, sines }
  for (let row = 0; row < side; row++) transform(real, imaginary, factors, { side, from: row * next, stride })
}

function transform(
  real: Float64Array,
  imaginary: Float64Array,
  { cosines, sines }: { cosines: Float64Array; sines: Float64Array },
  { side: length, from, stride }: { side: number; from: number; stride: number },
) {
  const swap = (values: Float64Array, a: number, b: number) => {
    const kept = values[a] ?? 0
    values[a] = values[b] ?? 0
    values[b] = kept
  }
  for (let index = 1, reversed = 0; index < length; index++) {
    let bit = length >> 1
    for (; reversed & bit; bit >>= 1) reversed ^= bit
    reversed ^= bit
    if (index >= reversed) continue
    swap(real, from + index * stride, from + reversed * stride)
    swap(imaginary, from + index * stride, from + reversed * stride)
  }
  for (let size = 2; size <= length; size *= 2) {
    for (let start = 0; start < length; start += size) {
      for (let step = 0; step < size / 2; step++) {
        const factor = step * (length / size)
        const cosine = cosines[factor] ?? 0
        const sine = sines[factor] ?? 0
        const upper = from + (start + step) * stride
        const lower = upper + (size / 2) * stride
        const a = real[lower] ?? 0
        const b = imaginary[lower] ?? 0
        const turnedReal = a * cosine - b * sine
        const turnedImaginary = a * sine + b * cosine
        real[lower] = (real[upper] ?? 0) - turnedReal
        imaginary[lower] = (imaginary[upper] ?? 0) - turnedImaginary
        real[upper] = (real[upper] ?? 0) + turnedReal
        imaginary[upper] = (imaginary[upper] ?? 0) + turnedImaginary
      }
    }
  }
}
