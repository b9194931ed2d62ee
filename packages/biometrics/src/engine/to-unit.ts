/** The same direction at length one; a vector without length stays as it is. */
export function toUnit(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector)
  const length = Math.hypot(...unit)
  return length > 0 ? unit.map((value) => value / length) : unit
}
