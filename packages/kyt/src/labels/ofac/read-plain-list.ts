import { basename } from 'node:path'
import { importFileError } from '../../files/import-file-error.ts'
import { readLineBatches } from '../../files/read-line-batches.ts'
import type { ListedAddress } from './listed-address.ts'

const namePattern = /^sanctioned_addresses_([A-Za-z0-9]+)\.txt$/

/** Returns OFAC's currency code for a plain list. It appears only in the file name. */
export function currencyOfPlainList(file: string): string | undefined {
  return namePattern.exec(basename(file))?.[1]
}

/** Reads the addresses in a plain list, which has one address per line, one currency and no names. */
export async function* readPlainList({ file }: { readonly file: string }): AsyncGenerator<ListedAddress> {
  const currency = currencyOfPlainList(file)
  if (currency === undefined) {
    throw importFileError({
      file,
      what: 'does not contain the currency in its name',
      remedy: 'Name it like "sanctioned_addresses_XBT.txt".',
    })
  }
  for await (const { first, lines } of readLineBatches({ file })) {
    for (let index = 0; index < lines.length; index += 1) {
      const address = lines[index]?.trim() ?? 'a line is too long'
      if (address !== '') yield { line: first + index, currency, address, party: '' }
    }
  }
}
