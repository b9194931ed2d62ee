import { commonSuccess, type EnvelopeName, gatewaySuccess } from '@touchstone/contract'

export type Opened =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly code: number | undefined; readonly text: string }

/** What an envelope says; undefined when the body is not that envelope. */
export function openEnvelope(name: EnvelopeName, body: unknown): Opened | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined
  switch (name) {
    case 'common':
      return 'message' in body ? openCoded(body, body.message, commonSuccess) : undefined
    case 'gateway':
      return 'msg' in body ? openCoded(body, body.msg, gatewaySuccess) : undefined
    case 'profile':
      if (!('success' in body && typeof body.success === 'boolean')) return undefined
      if (!('msg' in body && typeof body.msg === 'string')) return undefined
      return body.success
        ? { success: true, data: body.data }
        : { success: false, code: undefined, text: body.msg }
  }
}

function openCoded(body: { readonly data: unknown }, text: unknown, successCode: number): Opened | undefined {
  if (typeof text !== 'string' || !('code' in body) || typeof body.code !== 'number') return undefined
  return body.code === successCode
    ? { success: true, data: body.data }
    : { success: false, code: body.code, text }
}
