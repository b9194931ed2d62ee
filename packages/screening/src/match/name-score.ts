import type { IndexReader } from './index-reader.ts'
import type { Link } from './link-tokens.ts'
import { organisationLeft } from './organisation-left.ts'
import { screeningPolicy } from './screening-policy.ts'
import type { SearchedName } from './searched-name.ts'

export type NameScore = {
  readonly score: number
  /** The share of the searched name that was found, by weight. */
  readonly searchedFound: number
  /** The share of the listed name that the searched name covers, by weight. */
  readonly listedFound: number
  /** The sum of the matching parts' weights. Two common names are weaker evidence than one rare name. */
  readonly evidence: number
  /** The score's components: the matching share, minus deductions. */
  readonly coverage: number
  readonly inexact: number
  readonly thin: number
  /**
   * The deduction if each name has a part that the other name lacks. Such names are probably different names,
   * not a name and its short form.
   */
  readonly contradicted: number
  readonly otherForm: number
  readonly numberMissing: number
  readonly weak: number
}

const { weakAlias, contradictionFrom, contradictionTo } = screeningPolicy.names
/** The names of persons contain no legal forms or numbers. */
const noneOfIt = { isOtherForm: false, isNumberMissing: false }

/**
 * Returns the factor for the deduction if each name has a part that the other name lacks. The more two names
 * have in common, the more a differing part distinguishes them, as with siblings and namesakes. Missing parts
 * already reduce the coverage.
 */
const alike = (coverage: number) =>
  Math.min(1, Math.max(0, (coverage - contradictionFrom) / (contradictionTo - contradictionFrom)))

/**
 * Calculates a name's score. Returns undefined as soon as the score is certain to be below `least`, which is
 * the case for most candidates.
 */
export function nameScore(
  reader: IndexReader,
  searched: SearchedName,
  name: number,
  links: readonly Link[],
  least: number,
): NameScore | undefined {
  const { index } = reader
  const isPerson = searched.realm === 'person'
  const { searchedShare, closeness, thinness, enoughEvidence, contradiction } = isPerson
    ? screeningPolicy.names
    : screeningPolicy.organisations
  const start = index.nameStarts[name] ?? 0
  const nameWeight = index.nameWeight[name] ?? 0
  let searchedSum = 0
  let listedSum = 0
  let searchedLinked = 0
  let listedLinked = 0
  let evidence = 0
  let agreedWeight = 0
  for (const link of links) {
    let searchedWeight = searched.parts[link.searched]?.weight ?? 0
    let listedWeight = index.tokenWeight[index.nameTokens[start + link.listed] ?? 0] ?? 0
    if (link.searchedCount === 2) searchedWeight += searched.parts[link.searched + 1]?.weight ?? 0
    if (link.listedCount === 2)
      listedWeight += index.tokenWeight[index.nameTokens[start + link.listed + 1] ?? 0] ?? 0
    searchedLinked += searchedWeight
    listedLinked += listedWeight
    agreedWeight += Math.min(searchedWeight, listedWeight)
    searchedSum += searchedWeight * link.similarity
    listedSum += listedWeight * link.similarity
    evidence += Math.min(searchedWeight, listedWeight) * link.similarity
  }
  const searchedFound = searchedSum / Math.max(searched.weight, 0.01)
  const listedFound = listedSum / Math.max(nameWeight, 0.01)
  const coverage = searchedShare * searchedFound + (1 - searchedShare) * listedFound
  // All following components are deductions.
  if (coverage < least) return undefined
  const left = isPerson
    ? { searched: searched.weight - searchedLinked, listed: nameWeight - listedLinked, ...noneOfIt }
    : organisationLeft(reader, searched, name, links)
  const parts = {
    coverage,
    inexact: agreedWeight === 0 ? 0 : -closeness * (1 - evidence / agreedWeight),
    thin: -thinness * Math.max(0, enoughEvidence - evidence),
    contradicted: -contradiction * alike(coverage) * Math.max(0, Math.min(1, left.searched, left.listed)),
    otherForm: left.isOtherForm ? -screeningPolicy.organisations.otherForm : 0,
    numberMissing: left.isNumberMissing ? -screeningPolicy.organisations.numberMissing : 0,
    weak: index.nameIsWeak[name] === 1 ? -weakAlias : 0,
  }
  const { inexact, thin, contradicted, otherForm, numberMissing, weak } = parts
  const deducted = inexact + thin + contradicted + otherForm + numberMissing + weak
  const score = Math.max(0, coverage + deducted)
  if (score < least) return undefined
  return { score, searchedFound, listedFound, evidence, ...parts }
}
