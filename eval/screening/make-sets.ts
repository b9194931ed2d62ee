import { createHash } from 'node:crypto'
import { type ListEntry, type Person, tokenise } from '@touchstone/screening'
import type { LoadedList } from '../../bench/screening/load-lists.ts'

/** A query with a known correct answer. */
export type Question = {
  readonly person: Person
  /** All correct entries, each in the form `list/entry`. */
  readonly right: ReadonlySet<string>
  readonly list: string
  readonly script: string
  /**
   * The half of the data to which the query belongs. Only the `tuned on` half was used to choose the weights.
   */
  readonly half: 'tuned on' | 'held out'
}

export const scriptsShown = ['Latin', 'Cyrillic', 'Arabic', 'Han', 'Hangul'] as const

/** Reduces a name to a form that does not depend on spelling variants or on the order of the name parts. */
const sameName = (text: string) =>
  tokenise(text)
    .map(({ latin, native }) => latin + native)
    .sort()
    .join(' ')

const firstByte = (text: string) => createHash('sha256').update(text).digest()[0] ?? 0
const halfOf = (key: string) => (firstByte(`half:${key}`) < 128 ? 'tuned on' : 'held out')
const isLatin = (text: string) => !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)
const scriptOf = (text: string) =>
  scriptsShown.slice(1).find((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(text)) ??
  (isLatin(text) ? 'Latin' : 'other')

/**
 * Returns queries with altered names from the UN list. Every entry that has the original name is a correct
 * answer.
 */
export function alteredQuestions(
  lists: readonly LoadedList[],
  altered: readonly { asked: Person; listedName: string }[],
): { questions: Question[]; gone: number } {
  const owners = new Map<string, string[]>()
  forPersons(lists, (list, entry) => {
    for (const { text } of entry.names) {
      const key = sameName(text)
      owners.set(key, [...(owners.get(key) ?? []), `${list}/${entry.id}`])
    }
  })
  const questions = altered.flatMap(({ asked, listedName }): Question[] => {
    const right = owners.get(sameName(listedName))
    if (right === undefined) return []
    return [{ person: asked, right: new Set(right), list: 'un', script: 'Latin', half: halfOf(listedName) }]
  })
  return { questions, gone: altered.length - questions.length }
}

/**
 * Removes one Latin alias per person from the lists and uses it as a query. The alias differs from the
 * primary name and must match the person's entry through the remaining names.
 */
export function heldOutAliases(lists: readonly LoadedList[]): { lists: LoadedList[]; questions: Question[] } {
  const questions: Question[] = []
  const left = mapPersons(lists, (list, entry) => {
    const primary = sameName(entry.names[0]?.text ?? '')
    const aliases = entry.names.slice(1).filter(({ text }) => isLatin(text) && sameName(text) !== primary)
    const taken = aliases[firstByte(`alias:${list}${entry.id}`) % aliases.length]
    if (taken === undefined) return entry
    questions.push(question(list, entry, taken.text))
    return { ...entry, names: entry.names.filter(({ text }) => sameName(text) !== sameName(taken.text)) }
  })
  return { lists: left, questions }
}

/**
 * Removes every name in a non-Latin script from the lists and uses it as a query. The name must match its
 * entry through the Latin names.
 */
export function originalScriptNames(lists: readonly LoadedList[]): {
  lists: LoadedList[]
  questions: Question[]
} {
  const questions: Question[] = []
  const left = mapPersons(lists, (list, entry) => {
    const latin = entry.names.filter(({ text }) => isLatin(text))
    if (latin.length === 0) return entry
    for (const { text } of entry.names) if (!isLatin(text)) questions.push(question(list, entry, text))
    return { ...entry, names: latin }
  })
  return { lists: left, questions }
}

function question(list: string, entry: ListEntry, name: string): Question {
  return {
    person: { names: [name] },
    right: new Set([`${list}/${entry.id}`]),
    list,
    script: scriptOf(name),
    half: halfOf(list + entry.id),
  }
}

function mapPersons(
  lists: readonly LoadedList[],
  change: (list: string, entry: ListEntry) => ListEntry,
): LoadedList[] {
  return lists.map((each) => ({
    ...each,
    entries: each.entries.map((entry) => (entry.kind === 'person' ? change(each.list, entry) : entry)),
  }))
}

function forPersons(lists: readonly LoadedList[], look: (list: string, entry: ListEntry) => void): void {
  for (const { list, entries } of lists)
    for (const entry of entries) if (entry.kind === 'person') look(list, entry)
}
