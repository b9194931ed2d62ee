import { basename } from 'node:path'
import { findFiles } from '../../files/find-files.ts'
import { importFileError } from '../../files/import-file-error.ts'
import { sha256OfFile } from '../../files/sha256-of-file.ts'
import type { LabelEntry, LabelSource } from '../label-source.ts'
import type { ListedAddress } from './listed-address.ts'
import { mapListedAddress } from './map.ts'
import { currencyOfPlainList, readPlainList } from './read-plain-list.ts'
import type { SdnReader } from './sdn-reader.ts'

/** The built-in list has the same name, so an imported list replaces it. */
export const sdnSourceName = 'ofac/sdn'

const isXml = (name: string) => /\.xml$/i.test(name)

export type OpenOfacOptions = {
  /** The SDN list as advanced XML, a plain list for one currency, or a folder of plain lists. */
  readonly path: string
  readonly readSdn: SdnReader
}

/** Opens OFAC's list of sanctioned parties, which is published several times a month. */
export async function openOfac(options: OpenOfacOptions): Promise<LabelSource[]> {
  const { path, readSdn } = options
  const isWanted = (name: string) => isXml(name) || currencyOfPlainList(name) !== undefined
  const files = await findFiles({ path, isWanted })
  if (files.length === 0) {
    throw importFileError({
      file: path,
      what: 'contains no OFAC list',
      remedy: 'Use sdn_advanced.xml, or plain lists named like "sanctioned_addresses_XBT.txt".',
    })
  }
  const sources: LabelSource[] = []
  for (const file of files)
    sources.push(isXml(file) ? await openSdn(file, readSdn) : await openPlainList(file))
  return sources
}

async function openSdn(file: string, readSdn: SdnReader): Promise<LabelSource> {
  return {
    name: sdnSourceName,
    version: await issueOf(file, readSdn),
    tolerant: true,
    title: 'OFAC Specially Designated Nationals',
    entries: () => readEntries(file, addressesOf(readSdn(file))),
  }
}

/**
 * Returns the date of issue. The date is at the start of the file, so the remainder of the file is not read.
 */
async function issueOf(file: string, readSdn: SdnReader): Promise<string> {
  for await (const item of readSdn(file)) {
    if ('publishedAt' in item) return item.publishedAt
    break
  }
  throw importFileError({
    file,
    what: 'does not start with a date of issue',
    remedy: 'Use the SDN list in its advanced XML format (sdn_advanced.xml).',
  })
}

async function* addressesOf(items: ReturnType<SdnReader>): AsyncGenerator<ListedAddress> {
  for await (const item of items) if (!('publishedAt' in item)) yield item
}

async function openPlainList(file: string): Promise<LabelSource> {
  return {
    name: `ofac/${basename(file, '.txt')}`,
    version: (await sha256OfFile(file)).slice(0, 16),
    tolerant: true,
    title: `OFAC sanctioned addresses, ${currencyOfPlainList(file) ?? basename(file)}`,
    entries: () => readEntries(file, readPlainList({ file })),
  }
}

async function* readEntries(file: string, rows: AsyncGenerator<ListedAddress>): AsyncGenerator<LabelEntry> {
  const given = new Set<string>()
  for await (const row of rows) {
    const place = row.line === undefined ? { file } : { file, line: row.line }
    const mapped = mapListedAddress(row)
    if (!('labels' in mapped)) yield { ...place, ...mapped }
    else {
      for (const label of mapped.labels) {
        // An address that was used with several currencies appears several times in the list.
        const key = `${label.network} ${label.address} ${label.entity}`
        if (given.has(key)) continue
        given.add(key)
        yield { ...place, label }
      }
    }
  }
}
