/**
 * Converts a wallet's response to the format that the server expects for the requested chain family. For
 * Cosmos, the published client forwards the wallet's `StdSignature`. For TON, it forwards a proof as JSON
 * text, because its types allow only a string. Returns undefined if the response does not match the family.
 */
export function toLoginAnswer(
  request: { family: string },
  answer: unknown,
): Record<string, unknown> | undefined {
  const { family } = request
  if (family === 'ton') return withFamily(family, typeof answer === 'string' ? parsed(answer) : answer)
  if (typeof answer === 'string') return { family, signature: answer }
  if (family === 'cosmos' && isObject(answer) && isObject(answer.pub_key))
    return { family, publicKey: answer.pub_key.value, signature: answer.signature }
  return withFamily(family, answer)
}

function withFamily(family: string, answer: unknown): Record<string, unknown> | undefined {
  return isObject(answer) ? { ...answer, family } : undefined
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
