import type { FrameQuestion } from './read-frame-message.ts'

/**
 * A question of a frame that takes this page for one of v1's client, in the shape that our providers know: v1 asks for a
 * signature with a text alone, and for a transaction with its chain in hexadecimal digits and without a value.
 */
export function asOwnQuestion(question: FrameQuestion, account: string): FrameQuestion {
  const { method, params } = question
  if (method === 'signMessage') {
    if (typeof params === 'string')
      return {
        ...question,
        params: { message: params, account, request: { message: params, payload: params } },
      }
    if (isObject(params) && 'nonce' in params)
      return { ...question, params: { message: params.message, account, request: params } }
  }
  if (method === 'delegateTransaction' && isObject(params) && /^0x/.test(String(params.chainId)))
    return { ...question, params: { value: '0x0', ...params, chainId: String(Number(params.chainId)) } }
  return question
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
