/** Unix milliseconds by the device's clock; runs on evenly even when that clock is set meanwhile. */
export function now(): number {
  return Math.round(performance.timeOrigin + performance.now())
}
