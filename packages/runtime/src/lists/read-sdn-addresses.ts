import { createReadStream } from 'node:fs'
import type { SdnReader } from '@touchstone/kyt'
import { listSources } from '@touchstone/screening'
import { nameFileInErrors } from './name-file-in-errors.ts'

/** Reads the crypto addresses from OFAC's list, using the same parser that screening uses to read names. */
export const readSdnAddresses: SdnReader = (file) => nameFileInErrors(file, read(file))

async function* read(file: string) {
  const bytes = createReadStream(file, { highWaterMark: 256 * 1024 })
  for await (const item of listSources['ofac-advanced-xml'].read(bytes)) {
    if ('publishedAt' in item) yield item
    if (!('entry' in item)) continue
    const { cryptoAddresses, names } = item.entry
    for (const listed of cryptoAddresses) yield { ...listed, party: names[0]?.text ?? '' }
  }
}
