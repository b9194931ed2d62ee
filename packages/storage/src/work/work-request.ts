/** The member of an order that names the request for which the work is done. Older workers ignore it. */
const requestMember = '$request'

export function withRequest(input: unknown, request: string | undefined): unknown {
  return request !== undefined && isPlain(input) ? { ...input, [requestMember]: request } : input
}

/** Separates the name of the request from the input. */
export function takeRequest(order: unknown): { input: unknown; request: string | undefined } {
  if (!isPlain(order)) return { input: order, request: undefined }
  const { [requestMember]: request, ...input } = order
  return { input, request: typeof request === 'string' ? request : undefined }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
