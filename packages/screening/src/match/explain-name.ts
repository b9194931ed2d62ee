import type { ListEntry } from '../lists/list-entry.ts'
import type { AskedName } from './asked-name.ts'
import type { Feature } from './feature.ts'
import type { IndexReader } from './index-reader.ts'
import type { NameMatch } from './match-names.ts'
import type { AgreedTokens } from './screening-answer.ts'
import { screeningPolicy } from './screening-policy.ts'

export type ExplainedName = {
  readonly listedName: string
  readonly features: Feature[]
  readonly agreed: AgreedTokens[]
}

const percent = (share: number) => `${Math.round(Math.min(1, share) * 100)}%`

/** A name's score in words. */
export function explainName(
  reader: IndexReader,
  asked: AskedName,
  match: NameMatch,
  entry: ListEntry,
): ExplainedName {
  const { index } = reader
  const { score } = match
  const start = index.nameStarts[match.name] ?? 0
  const listedToken = (at: number) => {
    const { native, latin } = reader.formsOf(index.nameTokens[start + at] ?? 0)
    return native === '' ? latin : native
  }
  const askedToken = (at: number) => asked.tokens[at]?.native || asked.tokens[at]?.latin || ''
  const agreed = match.links.map((link) => ({
    asked:
      link.askedCount === 2
        ? `${askedToken(link.asked)} ${askedToken(link.asked + 1)}`
        : askedToken(link.asked),
    listed:
      link.listedCount === 2
        ? `${listedToken(link.listed)} ${listedToken(link.listed + 1)}`
        : listedToken(link.listed),
    similarity: Math.round(link.similarity * 1000) / 1000,
  }))
  const enough = (asked.realm === 'person' ? screeningPolicy.names : screeningPolicy.organisations)
    .enoughEvidence
  const features: Feature[] = [
    {
      feature: 'name',
      part: score.coverage,
      why: `${percent(score.askedFound)} of the name asked for and ${percent(score.listedFound)} of the listed name agree, by weight`,
    },
  ]
  if (score.inexact < 0)
    features.push({
      feature: 'spelling',
      part: score.inexact,
      why: 'some parts agree only in part, see "agreed"',
    })
  if (score.thin < 0)
    features.push({
      feature: 'evidence',
      part: score.thin,
      why: `the parts that agree are few or common: ${score.evidence.toFixed(2)} of ${enough}`,
    })
  if (score.contradicted < 0)
    features.push({
      feature: 'contradiction',
      part: score.contradicted,
      why: 'each of the two names has a part that the other one lacks',
    })
  if (score.otherForm < 0)
    features.push({ feature: 'legal-form', part: score.otherForm, why: 'the legal forms differ' })
  if (score.numberMissing < 0)
    features.push({ feature: 'number', part: score.numberMissing, why: 'only one of the names has a number' })
  if (score.weak < 0)
    features.push({ feature: 'weak-alias', part: score.weak, why: 'the list calls this alias weak' })
  return { listedName: entry.names[index.nameNumber[match.name] ?? 0]?.text ?? '', features, agreed }
}
