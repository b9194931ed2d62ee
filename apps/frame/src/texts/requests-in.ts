import { enRequests } from './en-requests.ts'
import type { Texts, Widen } from './texts.ts'
import { zhHkRequests } from './zh-hk-requests.ts'

/** Returns, in the page's language, the text about a person's data, requests and notices. */
export function requestsIn({ language }: Pick<Texts, 'language'>): Widen<typeof enRequests> {
  return language === 'en' ? enRequests : zhHkRequests
}
