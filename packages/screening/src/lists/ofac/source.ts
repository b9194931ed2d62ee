import type { TextBytes } from '../decode-text.ts'
import type { ListEntry } from '../list-entry.ts'
import { listProblem } from '../list-problem.ts'
import type { ListItem, ListSource } from '../list-source.ts'
import type { XmlElement } from '../read-xml-elements.ts'
import { createOfacMapper } from './map.ts'
import { readOfacElements } from './read.ts'

/** OFAC's consolidated (non-SDN) list uses the same format. */
export const ofacSource: ListSource = {
  format: 'ofac-advanced-xml',
  title: 'OFAC Specially Designated Nationals and Blocked Persons',
  publisher: 'U.S. Department of the Treasury, Office of Foreign Assets Control',
  address: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN_ADVANCED.XML',
  published: 'several times a month, as needed',
  licence: 'public domain (a work of the United States government)',
  read: readItems,
}

/** Streams the parties on the list with their digital currency addresses. */
export async function* readOfacSdn(bytes: TextBytes): AsyncGenerator<ListEntry> {
  for await (const item of readItems(bytes)) if ('entry' in item) yield item.entry
}

async function* readItems(bytes: TextBytes): AsyncGenerator<ListItem> {
  const mapper = createOfacMapper()
  const asItem = (entry: ListEntry | null): ListItem =>
    entry === null ? { skipped: 'name without letters' } : { entry }
  let isList = false
  for await (const element of readOfacElements(bytes)) {
    if (element.name === 'DateOfIssue') {
      const publishedAt = dateOf(element)
      if (publishedAt !== undefined) yield { publishedAt }
    } else if (element.name === 'DistinctParty') isList = true
    const entry = mapper.take(element)
    if (entry !== undefined) yield asItem(entry)
  }
  if (!isList) throw listProblem('list.empty')
  for (const entry of mapper.rest()) yield asItem(entry)
}

function dateOf(element: XmlElement): string | undefined {
  const part = (name: string) =>
    (element.children.find((child) => child.name === name)?.text ?? '').padStart(2, '0')
  const date = `${part('Year')}-${part('Month')}-${part('Day')}`
  return /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined
}
