import { makeProof, type SpecimenProof } from '@touchstone/documents/specimens'

/**
 * Creates an invented letter to `name` that is `ageDays` old: as a PDF, as a scan inside a PDF, or as a
 * photo.
 */
export function makeProofOfAddress(options: {
  today: string
  name: string
  form?: 'pdf' | 'scan' | 'photo'
  ageDays?: number
  /** Values for fields of the letter. All other fields are invented. */
  change?: Partial<SpecimenProof>
  seed?: string
}): { file: Uint8Array; proof: SpecimenProof; fileName: string; type: string } {
  const { today, name, form = 'pdf', ageDays = 20, change, seed = 'address' } = options
  const made = makeProof({ seed, today, form, age: ageDays, change: { ...change, name } })
  const isPhoto = form === 'photo'
  return {
    ...made,
    fileName: isPhoto ? 'letter.jpg' : 'letter.pdf',
    type: isPhoto ? 'image/jpeg' : 'application/pdf',
  }
}
