const radius = 50
const centre = 60

/** Returns the position of a score on the dial, a half circle from left to right in a drawing of 120 × 70. */
export function dialPoint(score: number): [x: string, y: string] {
  const angle = (Math.PI * score) / 100
  return [(centre - radius * Math.cos(angle)).toFixed(2), (centre - radius * Math.sin(angle)).toFixed(2)]
}

/** Returns the band between two scores as the `d` of an SVG path. */
export function dialArc(from: number, to: number): string {
  const [x, y] = dialPoint(from)
  const [endX, endY] = dialPoint(to)
  return `M${x} ${y}A${radius} ${radius} 0 0 1 ${endX} ${endY}`
}
