import { extname } from 'node:path'
import { findFiles } from '../files/find-files.ts'
import type { LabelSource } from './label-source.ts'
import { currencyOfPlainList } from './ofac/read-plain-list.ts'
import type { SdnReader } from './ofac/sdn-reader.ts'
import { openOfac } from './ofac/source.ts'
import { openPlainLabels } from './plain/source.ts'
import { openTagpacks } from './tagpack/source.ts'

export type OpenLabelSourcesOptions = {
  /** A list, or a folder of TagPacks or OFAC lists. */
  readonly path: string
  readonly readSdn: SdnReader
}

/** Opens a label list in the format that its name indicates: CSV, a TagPack, or an OFAC list. */
export async function openLabelSources(options: OpenLabelSourcesOptions): Promise<LabelSource[]> {
  const { path, readSdn } = options
  const isOfac = (name: string) => /\.xml$/i.test(name) || currencyOfPlainList(name) !== undefined
  if (extname(path).toLowerCase() === '.csv') return openPlainLabels({ path })
  const lists = await findFiles({ path, isWanted: isOfac })
  return lists.some(isOfac) ? openOfac({ path, readSdn }) : openTagpacks({ path })
}
