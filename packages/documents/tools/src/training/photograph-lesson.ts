import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import type { GrayRaster } from '@touchstone/images'
import { blurPlane } from '#src/raster/blur-plane'
import { enlargeGray } from '#src/raster/enlarge-gray'
import type { Dice } from '../specimens/create-dice.ts'

/** A plane of brightness values that is modified in place. */
type Plane = { width: number; height: number; data: Float32Array }

/**
 * Simulates a photo or scan of a drawn strip. The strip is drawn `oversize` times larger than in the photo,
 * so that each pixel of a small character is the mean of many drawn pixels. The photo is then enlarged as the
 * reader enlarges small images.
 */
export async function photographLesson(options: {
  dice: Dice
  canvas: Canvas
  /** Pitch of the characters in the picture, in pixels. */
  pitch: number
  oversize: number
}): Promise<{ gray: GrayRaster; enlarged: number }> {
  const { dice, canvas, pitch, oversize } = options
  const large = toPlane(canvas)
  if (dice.chance(0.25)) thin(large, dice)
  const isSmall = pitch < 9
  const most = isSmall ? 0.13 : 0.2
  const sigma = (dice.chance(0.5) ? dice.between(0, 0.08) : dice.between(0, most)) * pitch * oversize
  blurPlane(large.data, large.width, large.height, sigma)
  if (dice.chance(0.2)) smear(large, dice, pitch * oversize * (isSmall ? 0.6 : 1))
  const plane = shrink(large, oversize)
  if (dice.chance(0.2)) sharpen(plane, dice, pitch)
  light(plane, dice, isSmall ? 12 : 22)
  if (dice.chance(0.1)) showOnScreen(plane, dice)
  const quality = dice.chance(0.65) ? dice.between(isSmall ? 45 : 25, 95) : undefined
  const gray = await compress(plane, quality)
  const target = Math.min(4, dice.between(17, 25) / pitch)
  if (target < 1.1 || (pitch > 7 && dice.chance(0.3))) return { gray, enlarged: 1 }
  return { gray: enlargeGray(gray, target), enlarged: target }
}

function toPlane(canvas: Canvas): Plane {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const plane = new Float32Array(width * height)
  for (let at = 0, from = 0; at < plane.length; at++, from += 4) {
    plane[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0)
  }
  return { width, height, data: plane }
}

/**
 * Thins strokes, as if a fine pen had drawn them, by turning every pixel that is not fully inked into paper.
 */
function thin({ width, height, data }: Plane, dice: Dice): void {
  const soft = Float32Array.from(data)
  blurPlane(soft, width, height, dice.between(0.5, 1.2))
  const share = dice.between(0.3, 0.9)
  for (let at = 0; at < data.length; at++)
    data[at] = (data[at] ?? 0) + Math.max(0, (soft[at] ?? 0) - (data[at] ?? 0)) * share
}

/** Motion blur. */
function smear({ width, height, data }: Plane, dice: Dice, pitch: number): void {
  const length = dice.between(0.05, 0.25) * pitch
  const angle = dice.between(0, Math.PI)
  const copy = Float32Array.from(data)
  const steps = 6
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      let sum = 0
      for (let step = 0; step < steps; step++) {
        const far = (step / (steps - 1) - 0.5) * length
        const px = Math.min(width - 1, Math.max(0, Math.round(x + Math.cos(angle) * far)))
        const py = Math.min(height - 1, Math.max(0, Math.round(y + Math.sin(angle) * far)))
        sum += copy[py * width + px] ?? 0
      }
      data[at] = sum / steps
    }
  }
}

/** Each pixel is the mean of the pixels that it replaces. */
function shrink(plane: Plane, times: number): Plane {
  if (times === 1) return plane
  const width = Math.floor(plane.width / times)
  const height = Math.floor(plane.height / times)
  const data = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      let sum = 0
      for (let dy = 0; dy < times; dy++) {
        for (let dx = 0; dx < times; dx++)
          sum += plane.data[(y * times + dy) * plane.width + x * times + dx] ?? 0
      }
      data[at] = sum / (times * times)
    }
  }
  return { width, height, data }
}

/** Sharpens edges as scanners and phones do, leaving bright halos around ink. */
function sharpen({ width, height, data }: Plane, dice: Dice, pitch: number): void {
  const soft = Float32Array.from(data)
  blurPlane(soft, width, height, Math.max(0.5, dice.between(0.06, 0.15) * pitch))
  const amount = dice.between(0.3, 1.5)
  for (let at = 0; at < data.length; at++)
    data[at] = (data[at] ?? 0) + ((data[at] ?? 0) - (soft[at] ?? 0)) * amount
}

/** Adds uneven light, haze, a band of reflection and sensor noise. */
function light({ width, height, data }: Plane, dice: Dice, grain: number): void {
  const slope = dice.between(-0.5, 0.5)
  const fade = dice.chance(0.3) ? dice.between(0, 0.6) : 0
  const bright = dice.between(0.5, 1.1)
  const noise = dice.chance(0.7) ? dice.between(0, grain) : 0
  const glare = dice.chance(0.12) ? dice.between(30, 150) : 0
  const middle = dice.between(0, width)
  const reach = dice.between(0.05, 0.3) * width
  const lean = dice.between(-1, 1)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const lit = (data[at] ?? 0) * bright * (1 + slope * (x / width - 0.5))
      const far = (x + lean * y - middle) / reach
      const shine = glare > 0 ? glare * Math.exp(-far * far) : 0
      data[at] = lit + (230 - lit) * fade * (1 - y / height) + shine + dice.bell() * noise
    }
  }
}

/** Adds a line pattern, as if the strip were shown on a screen. */
function showOnScreen({ width, height, data }: Plane, dice: Dice): void {
  const period = dice.between(2, 5)
  const angle = dice.between(0, Math.PI)
  const depth = dice.between(0.04, 0.16)
  const kx = (Math.cos(angle) * 2 * Math.PI) / period
  const ky = (Math.sin(angle) * 2 * Math.PI) / period
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) data[at] = (data[at] ?? 0) * (1 + depth * Math.sin(kx * x + ky * y))
}

async function compress({ width, height, data }: Plane, quality: number | undefined): Promise<GrayRaster> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const picture = context.createImageData(width, height)
  for (let at = 0; at < data.length; at++) {
    picture.data.fill(data[at] ?? 0, at * 4, at * 4 + 3)
    picture.data[at * 4 + 3] = 255
  }
  context.putImageData(picture, 0, 0)
  if (quality !== undefined)
    context.drawImage(await loadImage(canvas.toBuffer('image/jpeg', Math.round(quality))), 0, 0)
  return { width, height, data: Uint8Array.from(toPlane(canvas).data) }
}
