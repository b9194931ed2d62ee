import type { CredentialKind, VerificationKey } from '@touchstone/chain'
import { OperatorError } from '@touchstone/common'
import { circuitNames, developmentKeys, readKeyFile, readKeyManifest } from '@touchstone/credential'
import type { Settings } from '../settings/read-settings.ts'

/** What the contracts check proofs with. Production takes only the keys of a ceremony. */
export async function readVerificationKeys(
  settings: Settings,
): Promise<Record<CredentialKind, VerificationKey>> {
  const folder = settings.credentialKeys ?? developmentKeys
  const manifest = await readKeyManifest(folder)
  if (settings.production && manifest.development) {
    throw new OperatorError({
      code: 'credential.development-keys',
      message: 'These are development keys, for which anybody can forge proofs.',
      remedy: 'Run the ceremony (npm run ceremony -- begin) and name its folder in CREDENTIAL_KEYS.',
    })
  }
  const keys = circuitNames.map(async (name) => {
    const bytes = await readKeyFile(folder, manifest, name, 'verification.json')
    return [name, JSON.parse(bytes.toString('utf8')) as VerificationKey] as const
  })
  return Object.fromEntries(await Promise.all(keys)) as Record<CredentialKind, VerificationKey>
}
