import type { EntryRow } from '../versions/entry-store.ts'

/** How a worker hands entries to the thread that stores them: a line of a file each, which needs no parsing there. */
export function writeEntryLine({ entryId, kind, hash, cryptoAddresses, body }: EntryRow): string {
  return `${[JSON.stringify(entryId), kind, hash, cryptoAddresses, body].join('\t')}\n`
}

export function readEntryLine(line: string): EntryRow {
  // JSON has no bare tabs: the parts can't be mistaken.
  const [entryId = '""', kind = '', hash = '', cryptoAddresses = '0', body = ''] = line.split('\t')
  return {
    entryId: JSON.parse(entryId) as string,
    kind,
    hash,
    cryptoAddresses: Number(cryptoAddresses),
    body,
  }
}
