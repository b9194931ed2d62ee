import type { EntryRow } from '../versions/entry-store.ts'

/**
 * The format in which a worker passes entries to the thread that stores them. A file contains one entry per
 * line, which can be read without parsing JSON.
 */
export function writeEntryLine({ entryId, kind, hash, cryptoAddresses, body }: EntryRow): string {
  return `${[JSON.stringify(entryId), kind, hash, cryptoAddresses, body].join('\t')}\n`
}

export function readEntryLine(line: string): EntryRow {
  // JSON contains no unescaped tabs, so tabs separate the fields unambiguously.
  const [entryId = '""', kind = '', hash = '', cryptoAddresses = '0', body = ''] = line.split('\t')
  return {
    entryId: JSON.parse(entryId) as string,
    kind,
    hash,
    cryptoAddresses: Number(cryptoAddresses),
    body,
  }
}
