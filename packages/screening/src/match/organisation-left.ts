import { type WordClass, wordClassOf } from '../names/tokenise-organisation.ts'
import type { IndexReader } from './index-reader.ts'
import type { Link } from './link-tokens.ts'
import type { SearchedName } from './searched-name.ts'

/**
 * How much an unmatched word counts, by its class. Unlike a word's weight, this value does not depend on the
 * word's rarity: "Systems" instead of "Industries" means a different company.
 */
const shares: Readonly<Record<WordClass, number>> = { name: 1, generic: 0.8, number: 0.3, form: 0 }

/** Legal forms that any company can add to its name. */
const neutralForms: ReadonlySet<string> = new Set(['_co', '_incorporated'])

/**
 * Returns how much of each organisation name is unmatched, whether the legal forms differ, and whether only
 * one name has an unmatched number. For example, a company's second fund differs from its first fund only in
 * the number.
 */
export function organisationLeft(
  reader: IndexReader,
  searched: SearchedName,
  name: number,
  links: readonly Link[],
): { searched: number; listed: number; isOtherForm: boolean; isNumberMissing: boolean } {
  const { index } = reader
  const start = index.nameStarts[name] ?? 0
  const length = (index.nameStarts[name + 1] ?? 0) - start
  const listed = Array.from({ length }, (_, at) => reader.formsOf(index.nameTokens[start + at] ?? 0).latin)
  const searchedTokens = searched.tokens.map(({ latin }) => latin)
  let isSearchedLinked = 0
  let isListedLinked = 0
  for (const link of links) {
    isSearchedLinked |= (link.searchedCount === 2 ? 3 : 1) << link.searched
    isListedLinked |= (link.listedCount === 2 ? 3 : 1) << link.listed
  }
  return {
    searched: leftOf(searchedTokens, isSearchedLinked),
    listed: leftOf(listed, isListedLinked),
    isOtherForm: isOtherForm(formsOf(searchedTokens), formsOf(listed)),
    isNumberMissing:
      hasNumberLeft(searchedTokens, isSearchedLinked) !== hasNumberLeft(listed, isListedLinked),
  }
}

const leftOf = (tokens: readonly string[], linked: number) =>
  tokens.reduce((sum, latin, at) => ((linked >> at) & 1 ? sum : sum + shares[wordClassOf(latin)]), 0)

const hasNumberLeft = (tokens: readonly string[], linked: number) =>
  tokens.some((latin, at) => ((linked >> at) & 1) === 0 && wordClassOf(latin) === 'number')

const formsOf = (tokens: readonly string[]) =>
  tokens.filter((latin) => wordClassOf(latin) === 'form' && !neutralForms.has(latin))

const isOtherForm = (searched: readonly string[], listed: readonly string[]) =>
  searched.length > 0 && listed.length > 0 && !searched.some((form) => listed.includes(form))
