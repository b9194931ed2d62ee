import type { ZoneReading } from './read-zone.ts'

export type CombinedZone = {
  lines: number
  length: number
  places: Float32Array[]
  /** Indexes of the frames that were used. */
  used: number[]
  /** True if two clear frames show different document numbers or names and therefore different documents. */
  differ: boolean
}

/** Minimum probability for each character, so that a single frame can't rule out a character. */
const doubt = 0.004
/** Minimum clarity of a frame. Frames below this clarity would only add noise to better frames. */
export const clearFrame = 0.45

/**
 * Combines the frames by multiplying their probabilities per character, so that several uncertain readings
 * can determine a letter.
 */
export function combineFrames(readings: readonly (ZoneReading | undefined)[]): CombinedZone | undefined {
  const best = readings.reduce((a, b) => ((b?.clarity ?? 0) > (a?.clarity ?? 0) ? b : a), undefined)
  if (best === undefined) return undefined
  const used: number[] = []
  for (const [index, reading] of readings.entries()) {
    if (reading === undefined || reading.lines !== best.lines || reading.length !== best.length) continue
    if (reading === best || reading.clarity >= clearFrame) used.push(index)
  }
  const { lines, length } = best
  if (used.length === 1) return { lines, length, places: best.places, used, differ: false }
  const frames = used.map((index) => readings[index]).filter((frame) => frame !== undefined)
  const places = best.places.map((_, place) => vote(frames.map((frame) => frame.places[place])))
  return { lines, length, places, used, differ: frames.some((frame) => isAnother(best, frame)) }
}

function vote(rows: readonly (Float32Array | undefined)[]): Float32Array {
  const first = rows[0]
  if (first === undefined) return new Float32Array(0)
  const row = new Float32Array(first.length)
  let sum = 0
  for (let at = 0; at < row.length; at++) {
    let product = 1
    for (const each of rows) product *= (each?.[at] ?? 0) + doubt
    row[at] = product
    sum += product
  }
  for (let at = 0; at < row.length; at++) row[at] = (row[at] ?? 0) / (sum || 1)
  return row
}

/**
 * Returns whether several positions differ with high confidence. Such differences indicate a different
 * document rather than a misreading.
 */
function isAnother(a: ZoneReading, b: ZoneReading): boolean {
  let other = 0
  for (const [index, place] of a.places.entries()) {
    const one = sureClass(place)
    const two = sureClass(b.places[index])
    if (one !== undefined && two !== undefined && one !== two) other += 1
  }
  return other >= 3
}

function sureClass(row: Float32Array | undefined): number | undefined {
  const found = row?.findIndex((share) => share > 0.8) ?? -1
  return found < 0 ? undefined : found
}
