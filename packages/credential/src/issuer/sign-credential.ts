import type { Credential, FieldText, UnsignedCredential } from '../leaf/credential.ts'
import { leafOf } from '../leaf/leaf-of.ts'
import { signMessage } from './eddsa.ts'

/** Signs a credential without validating it. `createIssuer` validates the credential first. */
export function signCredential(
  unsigned: UnsignedCredential,
  key: { id: string; secret: Uint8Array; publicKey: readonly [FieldText, FieldText] },
): Credential {
  const { R8, S } = signMessage(key.secret, leafOf(unsigned))
  return {
    ...unsigned,
    keyId: key.id,
    publicKey: key.publicKey,
    signature: { point: [String(R8[0]), String(R8[1])], s: String(S) },
  }
}
