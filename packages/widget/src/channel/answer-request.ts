import type { PageMessage, PageMethod } from '@touchstone/contract'
import type { Provider } from '../provider.ts'
import type { FrameRequest } from './read-frame-message.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/**
 * The result that each provider method must return. Error messages for the site's developers quote `shape`.
 */
const answers: Record<PageMethod, { shape: string; fits(value: unknown): boolean }> = {
  getAccessToken: { shape: 'a token as a string', fits: isText },
  getUserAccounts: {
    shape: 'an array with at least one account as a string',
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
  },
  signMessage: { shape: 'a signature', fits: (value) => value !== undefined && value !== null },
  delegateTransaction: { shape: 'the hash of the transaction as a string', fits: isText },
}

/** Returns the methods that the provider implements. */
export function methodsOf(provider: Provider): PageMethod[] {
  return (Object.keys(answers) as PageMethod[]).filter((method) => typeof provider[method] === 'function')
}

/**
 * Calls the provider and sends its result to the frame. A failure is sent as well, and the frame shows it
 * with a retry button.
 */
export async function answerRequest(provider: Provider, request: FrameRequest): Promise<PageMessage> {
  const { id, method, params } = request
  const refuse = (text: string): PageMessage => ({ id, message: text })
  if (!isKnown(method)) return refuse('This page does not support this request.')
  if (!provider[method]) return refuse(`This page can't answer: its provider has no ${method}.`)
  const { shape, fits } = answers[method]
  try {
    const data: unknown = await (provider[method] as (params: unknown) => unknown).call(provider, params)
    if (!fits(data)) return refuse(`provider.${method}() must return ${shape}.`)
    return { id, message: 'ok', data }
  } catch (error) {
    return refuse(textOf(error))
  }
}

function isKnown(method: string): method is PageMethod {
  return Object.hasOwn(answers, method)
}

/**
 * Wallets can throw plain objects. An error whose text is 'ok' must be replaced, because the frame would
 * interpret it as success.
 */
function textOf(error: unknown): string {
  const text = isText(error) ? error : (error as { message?: unknown } | undefined)?.message
  return isText(text) && text !== 'ok' ? text.slice(0, 300) : 'The page refused the request.'
}
