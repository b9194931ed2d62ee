/** Scales a vector to unit length. Returns a zero vector unchanged. */
export function toUnit(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector)
  const length = Math.hypot(...unit)
  return length > 0 ? unit.map((value) => value / length) : unit
}
