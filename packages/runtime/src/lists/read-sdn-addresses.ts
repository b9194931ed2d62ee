import { createReadStream } from 'node:fs'
import type { SdnReader } from '@touchstone/kyt'
import { listSources } from '@touchstone/screening'
import { namingFile } from './naming-file.ts'

/** One reader of OFAC's list for both engines: names go to the screening, addresses to the labels. */
export const readSdnAddresses: SdnReader = (file) => namingFile(file, read(file))

async function* read(file: string) {
  const bytes = createReadStream(file, { highWaterMark: 256 * 1024 })
  for await (const item of listSources['ofac-advanced-xml'].read(bytes)) {
    if ('publishedAt' in item) yield item
    if (!('entry' in item)) continue
    const { cryptoAddresses, names } = item.entry
    for (const listed of cryptoAddresses) yield { ...listed, party: names[0]?.text ?? '' }
  }
}
