import type { TextBytes } from '../decode-text.ts'
import { listProblem } from '../list-problem.ts'
import type { ListItem, ListSource } from '../list-source.ts'
import { createCommissionDraft, mapAnnexRow } from './map.ts'
import { euColumns, readEuRows } from './read.ts'

export const euSource: ListSource = {
  format: 'eu-csv',
  title: 'European Union consolidated financial sanctions list',
  publisher: 'European Commission',
  address: 'https://webgate.ec.europa.eu/fsd/fsf (a free account is required to get the URL of the file)',
  published: 'several times a month, as needed',
  licence: 'free to reuse with attribution (Commission Decision 2011/833/EU)',
  read: readItems,
}

async function* readItems(bytes: TextBytes): AsyncGenerator<ListItem> {
  let open: { id: string; draft: ReturnType<typeof createCommissionDraft> } | undefined
  let entries = 0
  const done = (): ListItem[] => {
    const entry = open?.draft.finish()
    if (open === undefined) return []
    return [entry === undefined ? { skipped: 'name without letters' } : { entry }]
  }
  for await (const row of readEuRows(bytes)) {
    entries += 1
    if (!(euColumns.commission[0] in row.values)) {
      const entry = mapAnnexRow(row)
      yield entry === undefined ? { skipped: 'name without letters' } : { entry }
      continue
    }
    const id = row.values.entity_logicalid ?? ''
    if (open === undefined || open.id !== id) {
      yield* done()
      open = { id, draft: createCommissionDraft(id) }
      if (entries === 1) {
        const date = row.values.filegenerationdate ?? ''
        const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? []
        if (year !== undefined) yield { publishedAt: `${year}-${month}-${day}` }
      }
    }
    open.draft.add(row)
  }
  yield* done()
  if (entries === 0) throw listProblem('list.empty')
}
