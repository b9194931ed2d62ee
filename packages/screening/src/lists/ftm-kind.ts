import type { EntryKind } from './list-entry.ts'

const kinds = new Map<string, EntryKind>([
  ['Person', 'person'],
  ['LegalEntity', 'unknown'],
  ['Organization', 'organisation'],
  ['Company', 'organisation'],
  ['PublicBody', 'organisation'],
  ['Vessel', 'vessel'],
  ['Airplane', 'aircraft'],
])

/**
 * Returns the kind of a Follow the Money entity. A `LegalEntity` can be a person or a company, so its kind is
 * unknown.
 */
export function ftmKind(schema: string): EntryKind {
  return kinds.get(schema) ?? 'unknown'
}
