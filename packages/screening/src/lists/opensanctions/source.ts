import type { TextBytes } from '../decode-text.ts'
import { listProblem } from '../list-problem.ts'
import type { ListItem, ListSource } from '../list-source.ts'
import { mapOpenSanctionsRow } from './map.ts'
import { readOpenSanctionsRows } from './read.ts'

export const openSanctionsSource: ListSource = {
  format: 'opensanctions-csv',
  title: 'OpenSanctions collection, simplified',
  publisher: 'OpenSanctions',
  address: 'https://data.opensanctions.org/datasets/latest/sanctions/targets.simple.csv',
  published: 'several times a day',
  licence: 'CC BY-NC 4.0; commercial use requires a licence from OpenSanctions',
  read: readItems,
}

async function* readItems(bytes: TextBytes): AsyncGenerator<ListItem> {
  let entries = 0
  let newest = ''
  for await (const row of readOpenSanctionsRows(bytes)) {
    entries += 1
    const seen = row.values.last_change ?? ''
    if (seen > newest && /^\d{4}-\d\d-\d\d/.test(seen)) newest = seen
    const entry = mapOpenSanctionsRow(row)
    yield entry === undefined ? { skipped: 'name without letters' } : { entry }
  }
  if (entries === 0) throw listProblem('list.empty')
  if (newest !== '') yield { publishedAt: newest }
}
