/**
 * Applies the discrete Fourier transform to each of `side` rows (or columns, by `stride` and `next`), in
 * place. `side` is a power of two (Cooley and Tukey, 1965).
 */
export function transformRows(
  real: Float64Array,
  imaginary: Float64Array,
  side: number,
  { stride, next }: { stride: number; next: number },
): void {
  for (let row = 0; row < side; row++) transform(real, imaginary, side, row * next, stride)
}

function transform(
  real: Float64Array,
  imaginary: Float64Array,
  length: number,
  from: number,
  stride: number,
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
        const angle = (-2 * Math.PI * step) / size
        const upper = from + (start + step) * stride
        const lower = upper + (size / 2) * stride
        const a = real[lower] ?? 0
        const b = imaginary[lower] ?? 0
        const turnedReal = a * Math.cos(angle) - b * Math.sin(angle)
        const turnedImaginary = a * Math.sin(angle) + b * Math.cos(angle)
        real[lower] = (real[upper] ?? 0) - turnedReal
        imaginary[lower] = (imaginary[upper] ?? 0) - turnedImaginary
        real[upper] = (real[upper] ?? 0) + turnedReal
        imaginary[upper] = (imaginary[upper] ?? 0) + turnedImaginary
      }
    }
  }
}
