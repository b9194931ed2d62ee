import type { SkinColour } from '../reading/measure-skin.ts'
import { type Challenge, flashColours } from './challenge.ts'
import { livenessLimits } from './liveness-limits.ts'
import { correlation, mean } from './statistics.ts'

export type Reflection = {
  /** The correlation with the drawn colours, at the delay with the highest correlation. */
  correlation: number
  /** Share of the light on the skin that one colour adds. */
  gain: number
  /** The total change of the skin's colour during the capture. */
  change: number
  lagMs: number
}

const channels = ['red', 'green', 'blue'] as const
const lagStepMs = 50

/**
 * Measures how closely the skin's colour follows the page's colours. Removes slow drift and overall
 * brightness, both of which also change with exposure and motion, and compares the remaining signal of each
 * channel with the displayed colours.
 */
export function measureReflection(
  frames: readonly { atMs: number; skin: SkinColour }[],
  flashes: Challenge['flashes'],
): Reflection | undefined {
  const endMs = Math.max(...flashes.map(({ toMs }) => toMs)) + livenessLimits.colour.maxLagMs
  const seen = frames.filter(({ atMs }) => atMs <= endMs)
  if (flashes.length === 0 || seen.length < 2 * flashes.length) return undefined
  const times = seen.map(({ atMs }) => atMs)
  const chroma = withoutBrightness(
    channels.map((channel) => {
      const values = seen.map(({ skin }) => skin[channel])
      const middle = mean(values)
      return values.map((value) => (middle > 0 ? value / middle - 1 : 0))
    }),
  ).map((values) => withoutDrift(times, values))
  const flat = chroma.flat()
  const change = Math.sqrt(mean(flat.map((value) => value * value)))
  let best: Reflection = { correlation: -1, gain: 0, change, lagMs: 0 }
  for (let lagMs = 0; lagMs <= livenessLimits.colour.maxLagMs; lagMs += lagStepMs) {
    const expected = withoutBrightness(
      channels.map((_, channel) => times.map((atMs) => colourAt(flashes, atMs - lagMs)[channel] ?? 0)),
    ).map((values) => withoutDrift(times, values))
    const drawn = expected.flat()
    const fit = correlation(flat, drawn)
    const squares = drawn.reduce((sum, value) => sum + value * value, 0)
    const product = drawn.reduce((sum, value, index) => sum + value * (flat[index] ?? 0), 0)
    if (fit > best.correlation)
      best = { correlation: fit, gain: squares > 0 ? product / squares : 0, change, lagMs }
  }
  return best
}

function colourAt(flashes: Challenge['flashes'], atMs: number): readonly number[] {
  const flash = flashes.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
  return flash ? flashColours[flash.colour] : [0, 0, 0]
}

function withoutBrightness(series: readonly number[][]): number[][] {
  return series.map((values) =>
    values.map((value, index) => value - mean(series.map((other) => other[index] ?? 0))),
  )
}

function withoutDrift(times: readonly number[], values: readonly number[]): number[] {
  const middleTime = mean(times)
  const middle = mean(values)
  const squares = times.reduce((sum, time) => sum + (time - middleTime) ** 2, 0)
  const slope =
    squares > 0
      ? times.reduce((sum, time, index) => sum + (time - middleTime) * ((values[index] ?? 0) - middle), 0) /
        squares
      : 0
  return values.map((value, index) => value - middle - slope * ((times[index] ?? 0) - middleTime))
}
