import type { Challenge } from '@touchstone/biometrics'
import { type Random, randomInteger } from '@touchstone/common'
import type { Tilt } from './tilt.ts'

/** Simulates a person who holds a print and turns, tilts or moves it as prompted. */
export function obeyWithPrint(challenge: Challenge, random: Random): (atMs: number) => Tilt {
  const strength = 20 + randomInteger(random, 21)
  const phases = Array.from({ length: 6 }, () => randomInteger(random, 1000) / 160)
  const wave = (index: number, atMs: number, hertz: number) =>
    Math.sin((atMs / 1000) * 2 * Math.PI * hertz + (phases[index] ?? 0))
  return (atMs) => {
    // Hands always move slightly.
    const tilt: Tilt = {
      yaw: 2 * wave(0, atMs, 0.4),
      pitch: 2 * wave(1, atMs, 0.5),
      roll: 1.5 * wave(2, atMs, 0.3),
      scale: 1 + 0.01 * wave(3, atMs, 0.35),
      shiftX: 4 * wave(4, atMs, 0.6),
      shiftY: 4 * wave(5, atMs, 0.45),
    }
    const step = challenge.steps.find(({ fromMs, toMs }) => atMs >= fromMs + 350 && atMs < toMs)
    if (step === undefined) return tilt
    const share = Math.min(1, (atMs - step.fromMs - 350) / 600)
    const thereAndBack = Math.sin(Math.min(1, (atMs - step.fromMs - 350) / 1400) * Math.PI)
    if (step.action === 'turn-left') tilt.yaw -= strength * share
    if (step.action === 'turn-right') tilt.yaw += strength * share
    if (step.action === 'nod') tilt.pitch += strength * thereAndBack
    if (step.action === 'come-closer') tilt.scale += 0.35 * share
    return tilt
  }
}
