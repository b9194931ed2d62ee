import type { ListEntry } from '../lists/list-entry.ts'
import type { Feature } from './feature.ts'
import type { IndexReader } from './index-reader.ts'
import type { NameMatch } from './match-names.ts'
import type { AgreedTokens } from './screening-answer.ts'
import { screeningPolicy } from './screening-policy.ts'
import type { SearchedName } from './searched-name.ts'

export type ExplainedName = {
  readonly listedName: string
  readonly features: Feature[]
  readonly agreed: AgreedTokens[]
}

const percent = (share: number) => `${Math.round(Math.min(1, share) * 100)}%`

/** Explains a name's score in plain language. */
export function explainName(
  reader: IndexReader,
  searched: SearchedName,
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
  const searchedToken = (at: number) => searched.tokens[at]?.native || searched.tokens[at]?.latin || ''
  const agreed = match.links.map((link) => ({
    asked:
      link.searchedCount === 2
        ? `${searchedToken(link.searched)} ${searchedToken(link.searched + 1)}`
        : searchedToken(link.searched),
    listed:
      link.listedCount === 2
        ? `${listedToken(link.listed)} ${listedToken(link.listed + 1)}`
        : listedToken(link.listed),
    similarity: Math.round(link.similarity * 1000) / 1000,
  }))
  const enough = (searched.realm === 'person' ? screeningPolicy.names : screeningPolicy.organisations)
    .enoughEvidence
  const features: Feature[] = [
    {
      feature: 'name',
      part: score.coverage,
      why: `${percent(score.searchedFound)} of the searched name and ${percent(score.listedFound)} of the listed name match, by weight`,
    },
  ]
  if (score.inexact < 0)
    features.push({
      feature: 'spelling',
      part: score.inexact,
      why: 'some parts match only approximately (see "agreed")',
    })
  if (score.thin < 0)
    features.push({
      feature: 'evidence',
      part: score.thin,
      why: `the matching parts are few or common: their weight is ${score.evidence.toFixed(2)} instead of ${enough} or more`,
    })
  if (score.contradicted < 0)
    features.push({
      feature: 'contradiction',
      part: score.contradicted,
      why: 'each name has a part that the other name lacks',
    })
  if (score.otherForm < 0)
    features.push({ feature: 'legal-form', part: score.otherForm, why: 'the legal forms differ' })
  if (score.numberMissing < 0)
    features.push({ feature: 'number', part: score.numberMissing, why: 'only one of the names has a number' })
  if (score.weak < 0)
    features.push({ feature: 'weak-alias', part: score.weak, why: 'the list marks this alias as weak' })
  return { listedName: entry.names[index.nameNumber[match.name] ?? 0]?.text ?? '', features, agreed }
}
