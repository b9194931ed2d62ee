import { createSeededRandom } from '@touchstone/common'
import type { Raster } from '@touchstone/images'
import { createDice, type Dice } from './create-dice.ts'
import { disturbances } from './disturbances.ts'
import { proofAsPdf, proofAsRaster, proofAsScan } from './draw-proof.ts'
import { inventProof, type ProofLayout, type SpecimenProof } from './invent-proof.ts'
import { photographPage } from './photograph-page.ts'

export type MadeProof = { proof: SpecimenProof; file: Uint8Array }

/** Creates an invented proof of address in one of the formats that users send. */
export function makeProof(options: {
  seed: string
  today: string
  form: 'pdf' | 'scan' | 'photo'
  /** Days before today. */
  age?: number
  layout?: ProofLayout
  change?: Partial<SpecimenProof>
}): MadeProof {
  const dice = createDice(createSeededRandom(`proof:${options.seed}`))
  const { today, layout, form } = options
  const age = options.age ?? dice.whole(80)
  const proof = { ...inventProof({ dice, today, age, ...(layout && { layout }) }), ...options.change }
  const file =
    form === 'pdf'
      ? proofAsPdf(proof)
      : form === 'scan'
        ? proofAsScan(proof)
        : photographFlat(proofAsRaster(proof), dice)
  return { proof, file }
}

/** Simulates a phone photo of a letter: nearly straight and mildly disturbed. */
function photographFlat(raster: Raster, dice: Dice): Uint8Array {
  const page = { raster, pixelsPerMm: raster.width / 210 }
  const level = { ...disturbances.mild, rotation: 1.2, perspective: 0.008 }
  return photographPage({ page, dice, level, width: 1500, height: 2000, fill: 0.95 }).jpeg
}
