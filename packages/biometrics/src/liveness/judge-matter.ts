import type { TimedMeasure } from '../reading/frame-measure.ts'
import type { Challenge } from './challenge.ts'
import { check, type LivenessCheck } from './liveness-check.ts'
import { livenessLimits } from './liveness-limits.ts'
import { measureGrid } from './measure-grid.ts'
import { eyeDistance } from './measure-parallax.ts'
import { measureReflection } from './measure-reflection.ts'
import type { RelativeFrame } from './relative-frame.ts'
import { correlation } from './statistics.ts'

/** Checks that the capture shows a real, moving head and not a print, a frozen picture or a screen. */
export function judgeMatter(options: {
  frames: readonly TimedMeasure[]
  relative: readonly RelativeFrame[]
  challenge: Challenge
  flashes: 'required' | 'measured' | 'none'
}): LivenessCheck[] {
  const { frames, relative, challenge, flashes } = options
  return [
    depthCheck(relative),
    motionCheck(frames),
    gridCheck(frames),
    colourCheck(frames, challenge, flashes),
  ]
}

function depthCheck(relative: readonly RelativeFrame[]): LivenessCheck {
  const follows = correlation(
    relative.map(({ yaw }) => yaw),
    relative.map(({ parallax }) => parallax.across),
  )
  const widest = Math.max(0, ...relative.map(({ parallax }) => Math.abs(parallax.across)))
  const passed = follows >= livenessLimits.depth && widest >= livenessLimits.turn.parallax
  return check(
    'depth',
    passed,
    passed || follows < livenessLimits.depth ? follows : widest,
    passed || follows < livenessLimits.depth ? livenessLimits.depth : livenessLimits.turn.parallax,
    'The nose moves relative to the head as the head turns.',
  )
}

function motionCheck(frames: readonly TimedMeasure[]): LivenessCheck {
  const { motion, share } = livenessLimits.stillness
  const faces = frames.flatMap(({ face }) => (face ? [face] : []))
  const moves = faces.slice(1).map((face, index) => {
    const before = faces[index] ?? face
    const unit = eyeDistance(before)
    const sum = face.back.reduce((total, [x, y], point) => {
      const [fromX, fromY] = before.back[point] ?? [x, y]
      return total + Math.hypot(x - fromX, y - fromY)
    }, 0)
    return unit > 0 ? sum / face.back.length / unit : 0
  })
  const still = moves.length === 0 ? 1 : moves.filter((move) => move < motion).length / moves.length
  return check('natural-motion', still <= share, still, share, 'Share of pictures without any movement.')
}

function gridCheck(frames: readonly TimedMeasure[]): LivenessCheck {
  const details = frames.flatMap(({ face }) => (face?.detail ? [face.detail] : []))
  const grid = measureGrid(details)
  const { grid: limit } = livenessLimits
  const passed = details.length === 0 ? 'not-checked' : grid <= limit
  return check(
    'no-screen',
    passed,
    grid,
    limit,
    'Strength of a regular grid pattern in the detail of the skin.',
  )
}

function colourCheck(
  frames: readonly TimedMeasure[],
  { flashes }: Challenge,
  mode: 'required' | 'measured' | 'none',
): LivenessCheck {
  const name = 'colour-reflection'
  const limits = livenessLimits.colour
  // If colours are required, a challenge without colours never passes, regardless of why the colours are
  // missing.
  if (mode === 'none' || (mode === 'measured' && flashes.length === 0)) {
    return check(name, 'not-checked', 0, limits.correlation, 'The page showed no colours.')
  }
  const seen = frames.flatMap(({ atMs, face }) => (face ? [{ atMs, skin: face.skin }] : []))
  const reflection = measureReflection(seen, flashes)
  const measure = reflection?.correlation ?? 0
  if (reflection && measure >= limits.correlation && reflection.gain >= limits.gain) {
    return check(name, true, measure, limits.correlation, 'The skin reflects the colours of the page.')
  }
  if (mode === 'required') {
    return check(
      name,
      false,
      measure,
      limits.correlation,
      'The skin does not reflect the colours of the page.',
    )
  }
  if (reflection && reflection.change >= limits.foreign) {
    return check(
      name,
      false,
      measure,
      limits.correlation,
      'The skin reflects colours other than those of the page.',
    )
  }
  return check(
    name,
    'not-checked',
    measure,
    limits.correlation,
    'The light from the page is not visible on the skin.',
  )
}
