import type { FrameRequest } from './read-frame-message.ts'

/**
 * Converts a request from the v1 format to the format that providers expect. A v1 signature request is plain
 * text. A v1 transaction request has a hexadecimal chain ID and no value.
 */
export function toProviderRequest(request: FrameRequest, account: string): FrameRequest {
  const { method, params } = request
  if (method === 'signMessage') {
    if (typeof params === 'string')
      return {
        ...request,
        params: { message: params, account, request: { message: params, payload: params } },
      }
    if (isObject(params) && 'nonce' in params)
      return { ...request, params: { message: params.message, account, request: params } }
  }
  if (method === 'delegateTransaction' && isObject(params) && /^0x/.test(String(params.chainId)))
    return { ...request, params: { value: '0x0', ...params, chainId: String(Number(params.chainId)) } }
  return request
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
