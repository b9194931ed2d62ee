import { enRequests } from './en-requests.ts'
import type { Texts, Widen } from './texts.ts'
import { zhHkRequests } from './zh-hk-requests.ts'

/** Returns the texts about a person's data, requests and notices in the page's language. */
export function requestsIn({ language }: Pick<Texts, 'language'>): Widen<typeof enRequests> {
  return language === 'en' ? enRequests : zhHkRequests
}
