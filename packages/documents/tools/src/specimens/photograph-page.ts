import { createCanvas } from '@napi-rs/canvas'
import type { Raster } from '@touchstone/images'
import { blurPlane } from '#src/raster/blur-plane'
import { fitHomography, type Homography, type Point, project } from '#src/raster/homography'
import type { Dice } from './create-dice.ts'
import { type Disturbance, type DisturbanceLevel, disturbances } from './disturbances.ts'
import type { SpecimenPage } from './draw-page.ts'

export type SpecimenPhoto = {
  raster: Raster
  jpeg: Uint8Array
  /** Maps millimetres on the page, from its upper left corner, to pixels of the photo. */
  place: Homography
}

/**
 * Simulates a photo of a page on a desk, taken with a hand-held camera. Each disturbance has a random
 * strength up to its maximum.
 */
export function photographPage(options: {
  page: Pick<SpecimenPage, 'raster' | 'pixelsPerMm'>
  dice: Dice
  level: DisturbanceLevel | Disturbance
  width?: number
  height?: number
  /** Number of clockwise quarter turns. With 2, the page is upside down. */
  turns?: 0 | 1 | 2 | 3
  /** Fraction of the photo's width that the page fills. */
  fill?: number
  /** Shifts the page by fractions of the photo's width and height, so that the photo can crop it. */
  shift?: readonly [number, number]
}): SpecimenPhoto {
  const { page, dice, width = 1280, height = 960, turns = 0, shift = [0, 0] } = options
  const amount = typeof options.level === 'string' ? disturbances[options.level] : options.level
  const place = placePage({ ...options, width, height, turns, shift, amount })
  const planes = paint(page, place, width, height, dice)
  const light = lighting(dice, amount, width, height)
  for (const plane of planes) blurPlane(plane, width, height, amount.blur * dice.between(0.7, 1))
  const data = new Uint8ClampedArray(width * height * 4)
  const [red, green, blue] = planes
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const { share, more } = light(x, y)
      const grain = more + dice.bell() * amount.noise * 0.7
      data[at * 4] = (red[at] ?? 0) * share + grain + (dice.unit() - 0.5) * amount.noise
      data[at * 4 + 1] = (green[at] ?? 0) * share + grain + (dice.unit() - 0.5) * amount.noise
      data[at * 4 + 2] = (blue[at] ?? 0) * share + grain + (dice.unit() - 0.5) * amount.noise
      data[at * 4 + 3] = 255
    }
  }
  const raster = { width, height, data }
  return { raster, jpeg: toJpeg(raster, amount.quality), place }
}

function placePage(options: {
  page: Pick<SpecimenPage, 'raster' | 'pixelsPerMm'>
  dice: Dice
  amount: Disturbance
  width: number
  height: number
  turns: number
  shift: readonly [number, number]
  fill?: number
}): Homography {
  const { page, dice, amount, width, height, turns, shift } = options
  const wide = page.raster.width / page.pixelsPerMm
  const high = page.raster.height / page.pixelsPerMm
  const [across, down] = turns % 2 === 0 ? [wide, high] : [high, wide]
  const fill = options.fill ?? dice.between(0.78, 0.88)
  const scale = Math.min((fill * width) / across, (fill * height) / down)
  const angle = (turns * Math.PI) / 2 + (signed(dice) * amount.rotation * Math.PI) / 180
  const corners: Point[] = [
    [0, 0],
    [wide, 0],
    [wide, high],
    [0, high],
  ]
  const middle = [width * (0.5 + shift[0]), height * (0.5 + shift[1])] as const
  const seen = corners.map(([x, y]): Point => {
    const dx = (x - wide / 2) * scale
    const dy = (y - high / 2) * scale
    const bend = () => dice.between(-1, 1) * amount.perspective * scale * wide
    return [
      middle[0] + dx * Math.cos(angle) - dy * Math.sin(angle) + bend(),
      middle[1] + dx * Math.sin(angle) + dy * Math.cos(angle) + bend() * 0.7,
    ]
  })
  const place = fitHomography(corners, seen)
  if (place === undefined) throw new Error('the page does not fit in the photo')
  return place
}

/**
 * Returns a rotation near the maximum, in either direction, because photos with a rotation near zero would be
 * too easy for the level.
 */
function signed(dice: Dice): number {
  return (dice.chance(0.5) ? 1 : -1) * dice.between(0.4, 1)
}

function paint(
  page: Pick<SpecimenPage, 'raster' | 'pixelsPerMm'>,
  place: Homography,
  width: number,
  height: number,
  dice: Dice,
): [Float32Array, Float32Array, Float32Array] {
  const back = fitBack(page, place)
  const make = () => new Float32Array(width * height)
  const planes: [Float32Array, Float32Array, Float32Array] = [make(), make(), make()]
  const desk = dice.pick([
    [92, 70, 52],
    [150, 146, 140],
    [58, 62, 70],
    [196, 180, 158],
    [38, 50, 44],
  ] as const)
  const grain = dice.between(2, 9)
  const { data, width: pageWidth, height: pageHeight } = page.raster
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const depth = back[6] * x + back[7] * y + back[8]
      const u = (back[0] * x + back[1] * y + back[2]) / depth
      const v = (back[3] * x + back[4] * y + back[5]) / depth
      const left = Math.floor(u)
      const top = Math.floor(v)
      if (left < 0 || top < 0 || left >= pageWidth - 1 || top >= pageHeight - 1) {
        const streak =
          Math.sin(x * 0.021 + Math.sin(y * 0.013) * 3) * grain + Math.sin(y * 0.4 + x * 0.01) * grain * 0.4
        for (let channel = 0; channel < 3; channel++) {
          const plane = planes[channel as 0 | 1 | 2]
          plane[at] = (desk[channel as 0 | 1 | 2] ?? 0) + streak
        }
        continue
      }
      const fx = u - left
      const fy = v - top
      const from = (top * pageWidth + left) * 4
      for (let channel = 0; channel < 3; channel++) {
        const a = data[from + channel] ?? 0
        const b = data[from + 4 + channel] ?? 0
        const c = data[from + pageWidth * 4 + channel] ?? 0
        const d = data[from + pageWidth * 4 + 4 + channel] ?? 0
        const upper = a + (b - a) * fx
        const lower = c + (d - c) * fx
        const plane = planes[channel as 0 | 1 | 2]
        plane[at] = upper + (lower - upper) * fy
      }
    }
  }
  return planes
}

/** Maps pixels of the photo to pixels of the page. */
function fitBack(page: Pick<SpecimenPage, 'raster' | 'pixelsPerMm'>, place: Homography): Homography {
  const { width, height } = page.raster
  const corners: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const seen = corners.map(([x, y]) => project(place, x / page.pixelsPerMm, y / page.pixelsPerMm))
  const back = fitHomography(seen, corners)
  if (back === undefined) throw new Error('the page does not fit in the photo')
  return back
}

function lighting(dice: Dice, amount: Disturbance, width: number, height: number) {
  const angle = dice.between(0, 2 * Math.PI)
  const slope = amount.light * dice.between(0.6, 1)
  const bright = dice.between(0.92, 1.04)
  const spot = { x: dice.between(0.15, 0.85) * width, y: dice.between(0.15, 0.85) * height }
  const glow = amount.glare * 150
  const reach = width * 0.09
  const kx = Math.cos(angle) / width
  const ky = Math.sin(angle) / height
  const lit = { share: 1, more: 0 }
  return (x: number, y: number) => {
    const along = (x - width / 2) * kx + (y - height / 2) * ky
    lit.share = bright * (1 - slope * (0.5 + along * 0.7))
    lit.more = 0
    if (glow > 0) {
      const far = ((x - spot.x) ** 2 + (y - spot.y) ** 2) / (reach * reach)
      if (far < 9) lit.more = glow * Math.exp(-far)
    }
    return lit
  }
}

function toJpeg({ width, height, data }: Raster, quality: number): Uint8Array {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const picture = context.createImageData(width, height)
  picture.data.set(data)
  context.putImageData(picture, 0, 0)
  return new Uint8Array(canvas.toBuffer('image/jpeg', quality))
}
