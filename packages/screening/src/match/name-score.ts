import type { AskedName } from './asked-name.ts'
import type { IndexReader } from './index-reader.ts'
import type { Link } from './link-tokens.ts'
import { organisationLeft } from './organisation-left.ts'
import { screeningPolicy } from './screening-policy.ts'

export type NameScore = {
  readonly score: number
  /** Share of what was asked for that is found, by weight. */
  readonly askedFound: number
  /** Share of the listed name that was asked for. */
  readonly listedFound: number
  /** Sum of the weights of what agrees: two common names say less than one rare one. */
  readonly evidence: number
  /** What the score is the sum of: the share that agrees, less the deductions. */
  readonly coverage: number
  readonly inexact: number
  readonly thin: number
  /** Both have something that the other one lacks: another name, not a shorter one. */
  readonly contradicted: number
  readonly otherForm: number
  readonly numberMissing: number
  readonly weak: number
}

const { weakAlias, contradictionFrom, contradictionTo } = screeningPolicy.names
/** Persons have no legal forms and no numbers. */
const noneOfIt = { isOtherForm: false, isNumberMissing: false }

/**
 * What is not found is missing in the coverage already. The more of two names agrees, the more a part that differs is what
 * tells them apart: brothers and namesakes.
 */
const alike = (coverage: number) =>
  Math.min(1, Math.max(0, (coverage - contradictionFrom) / (contradictionTo - contradictionFrom)))

/** Undefined where it is under `least`, as nearly all are: then nothing more has to be known. */
export function nameScore(
  reader: IndexReader,
  asked: AskedName,
  name: number,
  links: readonly Link[],
  least: number,
): NameScore | undefined {
  const { index } = reader
  const isPerson = asked.realm === 'person'
  const { askedShare, closeness, thinness, enoughEvidence, contradiction } = isPerson
    ? screeningPolicy.names
    : screeningPolicy.organisations
  const start = index.nameStarts[name] ?? 0
  const nameWeight = index.nameWeight[name] ?? 0
  let askedSum = 0
  let listedSum = 0
  let askedLinked = 0
  let listedLinked = 0
  let evidence = 0
  let agreedWeight = 0
  for (const link of links) {
    let askedWeight = asked.parts[link.asked]?.weight ?? 0
    let listedWeight = index.tokenWeight[index.nameTokens[start + link.listed] ?? 0] ?? 0
    if (link.askedCount === 2) askedWeight += asked.parts[link.asked + 1]?.weight ?? 0
    if (link.listedCount === 2)
      listedWeight += index.tokenWeight[index.nameTokens[start + link.listed + 1] ?? 0] ?? 0
    askedLinked += askedWeight
    listedLinked += listedWeight
    agreedWeight += Math.min(askedWeight, listedWeight)
    askedSum += askedWeight * link.similarity
    listedSum += listedWeight * link.similarity
    evidence += Math.min(askedWeight, listedWeight) * link.similarity
  }
  const askedFound = askedSum / Math.max(asked.weight, 0.01)
  const listedFound = listedSum / Math.max(nameWeight, 0.01)
  const coverage = askedShare * askedFound + (1 - askedShare) * listedFound
  // All that is left only takes off.
  if (coverage < least) return undefined
  const left = isPerson
    ? { asked: asked.weight - askedLinked, listed: nameWeight - listedLinked, ...noneOfIt }
    : organisationLeft(reader, asked, name, links)
  const parts = {
    coverage,
    inexact: agreedWeight === 0 ? 0 : -closeness * (1 - evidence / agreedWeight),
    thin: -thinness * Math.max(0, enoughEvidence - evidence),
    contradicted: -contradiction * alike(coverage) * Math.max(0, Math.min(1, left.asked, left.listed)),
    otherForm: left.isOtherForm ? -screeningPolicy.organisations.otherForm : 0,
    numberMissing: left.isNumberMissing ? -screeningPolicy.organisations.numberMissing : 0,
    weak: index.nameIsWeak[name] === 1 ? -weakAlias : 0,
  }
  const { inexact, thin, contradicted, otherForm, numberMissing, weak } = parts
  const deducted = inexact + thin + contradicted + otherForm + numberMissing + weak
  const score = Math.max(0, coverage + deducted)
  if (score < least) return undefined
  return { score, askedFound, listedFound, evidence, ...parts }
}
