import type { TextBytes } from '../decode-text.ts'
import { listProblem } from '../list-problem.ts'
import type { ListItem, ListSource } from '../list-source.ts'
import { mapPlainRow } from './map.ts'
import { readPlainRows } from './read.ts'

export const plainSource: ListSource = {
  format: 'plain-csv',
  title: 'Custom list from the operator',
  publisher: 'the operator',
  address: '',
  published: 'set by the operator',
  licence: 'set by the operator',
  read: readItems,
}

async function* readItems(bytes: TextBytes): AsyncGenerator<ListItem> {
  let rows = 0
  for await (const row of readPlainRows(bytes)) {
    rows += 1
    const entry = mapPlainRow(row)
    yield entry === undefined ? { skipped: 'name without letters' } : { entry }
  }
  if (rows === 0) throw listProblem('list.empty')
}
