import { basename } from 'node:path'
import { findFiles } from '../../files/find-files.ts'
import { sha256OfFile } from '../../files/sha256-of-file.ts'
import type { LabelEntry, LabelSource } from '../label-source.ts'
import { mapPlainLabel } from './map.ts'
import { readPlainLabels } from './read.ts'

export type OpenPlainLabelsOptions = {
  /** A file or a folder of files. */
  readonly path: string
}

/**
 * Opens a list in the plain CSV format. Such a list has no date, so a hash of its content serves as its
 * version. A row can name its source. All other rows belong to the source named after the file.
 */
export async function openPlainLabels(options: OpenPlainLabelsOptions): Promise<LabelSource[]> {
  const files = await findFiles({ path: options.path, isWanted: (name) => /\.csv$/i.test(name) })
  const sources: LabelSource[] = []
  for (const file of files) {
    sources.push({
      name: basename(file),
      version: (await sha256OfFile(file)).slice(0, 16),
      title: basename(file),
      entries: () => readEntries(file),
    })
  }
  return sources
}

async function* readEntries(file: string): AsyncGenerator<LabelEntry> {
  for await (const row of readPlainLabels({ file })) {
    const place = { file, line: row.line }
    if ('problem' in row) yield { ...place, problem: row.problem }
    else yield { ...place, ...mapPlainLabel(row.fields) }
  }
}
