import type { TextBytes } from '../decode-text.ts'
import { listProblem } from '../list-problem.ts'
import type { ListItem, ListSource } from '../list-source.ts'
import { mapUnElement } from './map.ts'
import { readUnElements } from './read.ts'

export const unSource: ListSource = {
  format: 'un-xml',
  title: 'United Nations Security Council Consolidated List',
  publisher: 'United Nations Security Council',
  address: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  published: 'about twice a month, as needed',
  licence: 'United Nations terms of use; free to use for compliance',
  read: readItems,
}

async function* readItems(bytes: TextBytes): AsyncGenerator<ListItem> {
  let entries = 0
  for await (const element of readUnElements(bytes)) {
    if (element.name === 'CONSOLIDATED_LIST') {
      const { dateGenerated } = element.attributes
      if (dateGenerated !== undefined) yield { publishedAt: dateGenerated }
      continue
    }
    entries += 1
    const entry = mapUnElement(element)
    yield entry === undefined ? { skipped: 'name without letters' } : { entry }
  }
  if (entries === 0) throw listProblem('list.empty')
}
