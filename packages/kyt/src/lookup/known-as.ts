import { type Category, categories, isCategory, mostSignificant } from '../labels/categories.ts'
import type { LabelRow } from '../ledger/ledger-store.ts'

const rank = new Map<string, number>(categories.map((category, index) => [category, index]))

/** Sorts labels by priority: most significant category first, then highest confidence, then name. */
export function inOrder(labels: readonly LabelRow[]): LabelRow[] {
  return [...labels].sort(
    (a, b) =>
      (rank.get(a.category) ?? categories.length) - (rank.get(b.category) ?? categories.length) ||
      b.confidence - a.confidence ||
      compare(nameOf(a), nameOf(b)) ||
      compare(a.label, b.label),
  )
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const nameOf = (label: LabelRow) => label.entity || label.label

export type KnownAs = {
  /** The entity's name, or the label text if no entity is given. */
  readonly name: string
  /** The label text, or the entity if the label has no text. */
  readonly detail: string
  readonly category: Category
  readonly incident: string
  /** The source of the label and the edition of that source. */
  readonly source: string
  readonly version: string
}

/** Combines an address's labels into one description. Returns undefined if it has no labels. */
export function knownAs(labels: readonly LabelRow[]): KnownAs | undefined {
  const [first] = inOrder(labels)
  const category = mostSignificant(labels.map((label) => label.category).filter(isCategory))
  if (first === undefined || category === undefined) return undefined
  const incident =
    labels.find((label) => label.category === category && label.incident !== '')?.incident ?? ''
  return {
    name: nameOf(first),
    detail: first.label || first.entity,
    category,
    incident,
    source: first.source,
    version: first.version,
  }
}
