import type { Raster } from '@touchstone/images'
import type { Dice } from './create-dice.ts'
import { disturbances } from './disturbances.ts'
import type { SpecimenPage } from './draw-page.ts'
import { photographPage } from './photograph-page.ts'

/** A letter held under a phone: nearly straight, mildly disturbed. */
export function photographFlat(raster: Raster, dice: Dice): Uint8Array {
  const page: Pick<SpecimenPage, 'raster' | 'pixelsPerMm'> = { raster, pixelsPerMm: raster.width / 210 }
  const level = { ...disturbances.mild, rotation: 1.2, perspective: 0.008 }
  return photographPage({ page, dice, level, width: 1500, height: 2000, fill: 0.95 }).jpeg
}
