import { OperatorError } from '@touchstone/common'
import { hashFile } from '../setup/hash-file.ts'
import { readPtauPower } from '../setup/read-ptau-power.ts'
import { publishedPtau } from './published-ptau.ts'
import type { Transcript } from './transcript.ts'

/** Takes powers of tau only by a hash: of the published table, or one that the operator has from its publisher. */
export async function checkPtau(
  file: string,
  given: { sha256?: string; blake2b?: string } = {},
): Promise<Transcript['ptau']> {
  const power = await readPtauPower(file)
  const [sha256, blake2b] = [await hashFile(file, 'sha256'), await hashFile(file, 'blake2b512')]
  const isGiven = given.sha256 !== undefined || given.blake2b !== undefined
  const fits = isGiven
    ? (given.sha256 ?? sha256) === sha256 && (given.blake2b ?? blake2b) === blake2b
    : publishedPtau[power] === blake2b
  if (fits) return { power, sha256, blake2b, checkedBy: isGiven ? 'operator' : 'published table' }
  throw new OperatorError({
    code: 'ceremony.other-ptau',
    message: isGiven
      ? 'The powers of tau have another hash than the one that was given.'
      : `The powers of tau (2^${power}) are not among those whose hashes are known here.`,
    remedy: isGiven
      ? 'Fetch the file again, or compare the hash with its publisher’s.'
      : 'Give the hash that its publisher names: --blake2b or --sha256.',
  })
}
