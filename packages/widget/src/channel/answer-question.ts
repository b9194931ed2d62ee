import type { PageMessage, PageMethod } from '@touchstone/contract'
import type { Provider } from '../provider.ts'
import type { FrameQuestion } from './read-frame-message.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** What each method has to come back with, in the words of who has to mend it. */
const answers: Record<PageMethod, { shape: string; fits(value: unknown): boolean }> = {
  getAccessToken: { shape: 'a token as a string', fits: isText },
  getUserAccounts: {
    shape: 'an array with at least one account as a string',
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
  },
  signMessage: { shape: 'a signature', fits: (value) => value !== undefined && value !== null },
  delegateTransaction: { shape: 'the hash of the transaction as a string', fits: isText },
}

/** The questions that a page can answer: it wrote a function for each. */
export function methodsOf(provider: Provider): PageMethod[] {
  return (Object.keys(answers) as PageMethod[]).filter((method) => typeof provider[method] === 'function')
}

/** Asks the provider. Whatever goes wrong is an answer too: the frame shows it and lets the person try again. */
export async function answerQuestion(provider: Provider, question: FrameQuestion): Promise<PageMessage> {
  const { id, method, params } = question
  const refuse = (text: string): PageMessage => ({ id, message: text })
  if (!isKnown(method)) return refuse('This page does not know that question.')
  if (!provider[method]) return refuse(`This page can't answer: its provider has no ${method}.`)
  const { shape, fits } = answers[method]
  try {
    const data: unknown = await (provider[method] as (params: unknown) => unknown).call(provider, params)
    if (!fits(data)) return refuse(`provider.${method}() has to return ${shape}.`)
    return { id, message: 'ok', data }
  } catch (error) {
    return refuse(textOf(error))
  }
}

function isKnown(method: string): method is PageMethod {
  return Object.hasOwn(answers, method)
}

/** Wallets throw plain objects, too. 'ok' would be read as a success. */
function textOf(error: unknown): string {
  const text = isText(error) ? error : (error as { message?: unknown } | undefined)?.message
  return isText(text) && text !== 'ok' ? text.slice(0, 300) : 'The page refused.'
}
