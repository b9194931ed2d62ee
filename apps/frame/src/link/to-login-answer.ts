/** What a wallet gave back, with the family that the server's request names. The page's provider made the rest of it. */
export function toLoginAnswer(request: { family: string }, given: unknown): Record<string, unknown> {
  const { family } = request
  if (typeof given === 'string') return { family, signature: given }
  return { ...(given as Record<string, unknown>), family }
}
