import { makeProof, type SpecimenProof } from '@touchstone/documents/specimens'

/** An invented letter to `name`, `ageDays` old: a PDF, a scan in one, or a photo. */
export function makeProofOfAddress(options: {
  today: string
  name: string
  form?: 'pdf' | 'scan' | 'photo'
  ageDays?: number
  /** What else stands in it; the rest is invented. */
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
