/**
 * What a wallet gave back, with the family that the server's request names. The page's provider made the rest of it:
 * of Cosmos the published client hands on what its wallets give (`StdSignature`), of TON a proof, which has no other way
 * through its types than as a text of JSON. Undefined: nothing that a wallet of this family gives.
 */
export function toLoginAnswer(
  request: { family: string },
  given: unknown,
): Record<string, unknown> | undefined {
  const { family } = request
  if (family === 'ton') return withFamily(family, typeof given === 'string' ? parsed(given) : given)
  if (typeof given === 'string') return { family, signature: given }
  if (family === 'cosmos' && isObject(given) && isObject(given.pub_key))
    return { family, publicKey: given.pub_key.value, signature: given.signature }
  return withFamily(family, given)
}

function withFamily(family: string, given: unknown): Record<string, unknown> | undefined {
  return isObject(given) ? { ...given, family } : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
