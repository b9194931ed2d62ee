import { type WordClass, wordClassOf } from '../names/tokenise-organisation.ts'
import type { AskedName } from './asked-name.ts'
import type { IndexReader } from './index-reader.ts'
import type { Link } from './link-tokens.ts'

/**
 * How much of a name each part is that the other name lacks, whether or not it is common: "Systems" against "Industries"
 * is another company, however many are called so.
 */
const shares: Readonly<Record<WordClass, number>> = { name: 1, generic: 0.8, number: 0.3, form: 0 }

/** Forms that any company may add. */
const neutralForms: ReadonlySet<string> = new Set(['_co', '_incorporated'])

/**
 * What is left over of two organisations' names when all that agrees is taken away, whether their forms differ, and
 * whether only one of them has a number more: the second fund of a house is not the first.
 */
export function organisationLeft(
  reader: IndexReader,
  asked: AskedName,
  name: number,
  links: readonly Link[],
): { asked: number; listed: number; isOtherForm: boolean; isNumberMissing: boolean } {
  const { index } = reader
  const start = index.nameStarts[name] ?? 0
  const length = (index.nameStarts[name + 1] ?? 0) - start
  const listed = Array.from({ length }, (_, at) => reader.formsOf(index.nameTokens[start + at] ?? 0).latin)
  const askedTokens = asked.tokens.map(({ latin }) => latin)
  let isAskedLinked = 0
  let isListedLinked = 0
  for (const link of links) {
    isAskedLinked |= (link.askedCount === 2 ? 3 : 1) << link.asked
    isListedLinked |= (link.listedCount === 2 ? 3 : 1) << link.listed
  }
  return {
    asked: leftOf(askedTokens, isAskedLinked),
    listed: leftOf(listed, isListedLinked),
    isOtherForm: isOtherForm(formsOf(askedTokens), formsOf(listed)),
    isNumberMissing: hasNumberLeft(askedTokens, isAskedLinked) !== hasNumberLeft(listed, isListedLinked),
  }
}

const leftOf = (tokens: readonly string[], linked: number) =>
  tokens.reduce((sum, latin, at) => ((linked >> at) & 1 ? sum : sum + shares[wordClassOf(latin)]), 0)

const hasNumberLeft = (tokens: readonly string[], linked: number) =>
  tokens.some((latin, at) => ((linked >> at) & 1) === 0 && wordClassOf(latin) === 'number')

const formsOf = (tokens: readonly string[]) =>
  tokens.filter((latin) => wordClassOf(latin) === 'form' && !neutralForms.has(latin))

const isOtherForm = (asked: readonly string[], listed: readonly string[]) =>
  asked.length > 0 && listed.length > 0 && !asked.some((form) => listed.includes(form))
