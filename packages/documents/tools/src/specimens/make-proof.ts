import { createSeededRandom } from '@touchstone/common'
import { createDice } from './create-dice.ts'
import { proofAsPdf, proofAsRaster, proofAsScan } from './draw-proof.ts'
import { inventProof, type ProofLayout, type SpecimenProof } from './invent-proof.ts'
import { photographFlat } from './photograph-flat.ts'

export type MadeProof = { proof: SpecimenProof; file: Uint8Array }

/** An invented proof of address as one of the files that people send. */
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
