import { enColourFree } from './en-colour-free.ts'
import { enDocument } from './en-document.ts'
import { enRequests } from './en-requests.ts'
import { enTest } from './en-test.ts'
import type { Texts, Widen } from './texts.ts'
import { zhHkColourFree } from './zh-hk-colour-free.ts'
import { zhHkDocument } from './zh-hk-document.ts'
import { zhHkRequests } from './zh-hk-requests.ts'
import { zhHkTest } from './zh-hk-test.ts'

/** Returns, in the page's language, the text about a person's data, requests and notices. */
export function requestsIn({ language }: Pick<Texts, 'language'>): Widen<typeof enRequests> {
  return language === 'en' ? enRequests : zhHkRequests
}

/** Returns, in the page's language, the text for people who must avoid flashing lights. */
export function colourFreeIn({ language }: Pick<Texts, 'language'>): Widen<typeof enColourFree> {
  return language === 'en' ? enColourFree : zhHkColourFree
}

/** Returns, in the page's language, the text for the document screens. */
export function documentIn({ language }: Pick<Texts, 'language'>): Widen<typeof enDocument> {
  return language === 'en' ? enDocument : zhHkDocument
}

/** Returns, in the page's language, the text of the test screen. */
export function testIn({ language }: Pick<Texts, 'language'>): Widen<typeof enTest> {
  return language === 'en' ? enTest : zhHkTest
}
