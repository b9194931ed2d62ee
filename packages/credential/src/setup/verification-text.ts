import { zKey } from 'snarkjs'

/** Returns the content of a verification key file. */
export async function verificationText(provingKey: string): Promise<string> {
  const text = JSON.stringify(await zKey.exportVerificationKey(provingKey), null, 2)
  // Matches the format of the repository's formatter, so that formatting does not change the file's hash.
  return `${text.replace(/\[\s+"1",\s+"0"\s+\]/g, '["1", "0"]')}\n`
}
