import type { AskedName } from './asked-name.ts'
import type { IndexReader } from './index-reader.ts'
import type { Link } from './link-tokens.ts'
import { screeningPolicy } from './screening-policy.ts'

export type NameScore = {
  readonly score: number
  /** Share of what was asked for that is found, by weight. */
  readonly askedFound: number
  /** Share of the listed name that was asked for. */
  readonly listedFound: number
  /** Sum of the weights of what agrees: two common names say less than one rare one. */
  readonly evidence: number
  /** What the score is the sum of: the share that agrees, less three deductions. */
  readonly coverage: number
  readonly inexact: number
  readonly thin: number
  readonly weak: number
}

const { askedShare, closeness, thinness, enoughEvidence, weakAlias } = screeningPolicy.names

export function nameScore(
  reader: IndexReader,
  asked: AskedName,
  name: number,
  links: readonly Link[],
): NameScore {
  const { index } = reader
  const start = index.nameStarts[name] ?? 0
  let askedSum = 0
  let listedSum = 0
  let evidence = 0
  let agreedWeight = 0
  for (const link of links) {
    let askedWeight = asked.parts[link.asked]?.weight ?? 0
    let listedWeight = index.tokenWeight[index.nameTokens[start + link.listed] ?? 0] ?? 0
    if (link.askedCount === 2) askedWeight += asked.parts[link.asked + 1]?.weight ?? 0
    if (link.listedCount === 2)
      listedWeight += index.tokenWeight[index.nameTokens[start + link.listed + 1] ?? 0] ?? 0
    agreedWeight += Math.min(askedWeight, listedWeight)
    askedSum += askedWeight * link.similarity
    listedSum += listedWeight * link.similarity
    evidence += Math.min(askedWeight, listedWeight) * link.similarity
  }
  const askedFound = askedSum / Math.max(asked.weight, 0.01)
  const listedFound = listedSum / Math.max(index.nameWeight[name] ?? 0, 0.01)
  const coverage = askedShare * askedFound + (1 - askedShare) * listedFound
  const parts = {
    coverage,
    inexact: agreedWeight === 0 ? 0 : -closeness * (1 - evidence / agreedWeight),
    thin: -thinness * Math.max(0, enoughEvidence - evidence),
    weak: index.nameIsWeak[name] === 1 ? -weakAlias : 0,
  }
  const score = Math.max(0, parts.coverage + parts.inexact + parts.thin + parts.weak)
  return { score, askedFound, listedFound, evidence, ...parts }
}
