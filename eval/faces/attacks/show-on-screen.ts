import type { Raster } from '@touchstone/images'
import { tiltFlat } from './tilt.ts'

export type Screen = {
  /** Number of screen pixels per camera pixel. Values above 0.5 cause moiré. */
  pitch: number
  /** Darkness of the gaps between pixels, from 0 to 1. */
  gaps: number
  /** Share of the camera picture's width that is inside the bezel. */
  share: number
  yaw: number
}

const samples = 3

/**
 * Simulates a picture that is shown on a screen in front of the camera. The screen has a dark bezel, a cool
 * white point, and pixels with dark gaps and three coloured stripes, which the camera's pixels sample.
 */
export function showOnScreen(picture: Raster, screen: Screen, atMs: number): Raster {
  const { width, height } = picture
  const { pitch, gaps, share } = screen
  const marginX = ((1 - share) / 2) * width
  const marginY = ((1 - share) / 2) * height
  const data = new Uint8ClampedArray(picture.data.length)
  // The hand that holds the camera moves slightly, which makes the moiré pattern drift.
  const driftX = 0.7 * Math.sin(atMs / 700)
  const driftY = 0.7 * Math.cos(atMs / 900)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      data[at + 3] = 255
      const inside = x > marginX && y > marginY && x < width - marginX && y < height - marginY
      if (!inside) {
        data.fill(18, at, at + 3)
        continue
      }
      const source =
        (Math.floor(((y - marginY) / share) * 0.999) * width + Math.floor(((x - marginX) / share) * 0.999)) *
        4
      for (let channel = 0; channel < 3; channel++) {
        const bright = brightness({ x: x + driftX, y: y + driftY, pitch, gaps, channel })
        const cool = channel === 2 ? 1.06 : channel === 0 ? 0.95 : 1
        data[at + channel] = (picture.data[source + channel] ?? 0) * bright * cool
      }
    }
  }
  return tiltFlat(
    { width, height, data },
    { yaw: screen.yaw, pitch: 0, roll: 0, scale: 1, shiftX: 0, shiftY: 0 },
    { x: width / 2, y: height / 2 },
    40,
  )
}

/** Returns the brightness of one camera pixel, sampled from the screen pixels in its area. */
function brightness(at: { x: number; y: number; pitch: number; gaps: number; channel: number }): number {
  let sum = 0
  for (let row = 0; row < samples; row++) {
    for (let column = 0; column < samples; column++) {
      // A camera pixel responds mainly to light at its centre, so only half of its width is sampled.
      const onX = (at.x + 0.25 + (0.5 * (column + 0.5)) / samples) * at.pitch - at.channel / 3
      const onY = (at.y + 0.25 + (0.5 * (row + 0.5)) / samples) * at.pitch
      const stripe = 0.5 + 0.5 * Math.cos(2 * Math.PI * onX)
      const line = 0.5 + 0.5 * Math.cos(2 * Math.PI * onY)
      sum += 1 - at.gaps * (1 - stripe * 0.6 - line * 0.4)
    }
  }
  return sum / (samples * samples)
}
