import { closeSync, existsSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import type { ChainChange } from './dev-chain.ts'

/** The parameters with which a journal's chain was created. */
export type JournalHeader = {
  version: 1
  chainId: number
  /** Seconds since the Unix epoch. */
  genesisTime: number
  hardfork: string
  /** The version of the engine that wrote the journal. Another version could produce a different chain. */
  engine: string
}

/**
 * A line of the journal: the method and params of a request. Requests that mine blocks also contain the time
 * and hash of the newest block.
 */
type JournalLine =
  | [method: string, params: readonly unknown[]]
  | [method: string, params: readonly unknown[], time: number, head: Hex]

export type ChainJournal = {
  append(change: ChainChange): void
  close(): void
}

const fileOf = (folder: string) => join(folder, 'journal.jsonl')

/**
 * Reads the journal in a folder. Removes an incomplete last line from the file, because the request on that
 * line was never answered. Throws if any other line is damaged.
 */
export function readJournal(folder: string): { header: JournalHeader; changes: ChainChange[] } | undefined {
  const file = fileOf(folder)
  if (!existsSync(file)) return undefined
  const content = readFileSync(file)
  const whole = content.lastIndexOf('\n') + 1
  if (whole < content.length) truncateSync(file, whole)
  const [first, ...lines] = content.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)
  // The header is incomplete because of a crash, so no request was processed.
  if (first === undefined) return undefined
  const parse = <Line>(text: string, index: number): Line => {
    try {
      return JSON.parse(text) as Line
    } catch {
      throw new Error(`line ${index + 1} of ${file} is damaged`)
    }
  }
  const header = parse<JournalHeader>(first, 0)
  if (header.version !== 1) throw new Error(`${file} was written by a newer version`)
  const changes = lines.map((text, index) => {
    const [method, params, time, head] = parse<JournalLine>(text, index + 1)
    return { method, params, ...(time !== undefined && head !== undefined && { mined: { time, head } }) }
  })
  return { header, changes }
}

export function createJournal(folder: string, header: JournalHeader): ChainJournal {
  const file = openSync(fileOf(folder), 'w', 0o600)
  writeLine(file, header)
  return journalIn(file)
}

/** Continues a journal that {@link readJournal} has read. */
export function continueJournal(folder: string): ChainJournal {
  return journalIn(openSync(fileOf(folder), 'a', 0o600))
}

/** Renames an unusable journal and returns its new name. */
export function setJournalAside(folder: string): string {
  for (let number = 1; ; number++) {
    const aside = join(folder, `journal-${number}.jsonl.old`)
    if (existsSync(aside)) continue
    renameSync(fileOf(folder), aside)
    return aside
  }
}

/**
 * Does not flush to disk, so a power failure can lose the last lines. The transaction queue resends the lost
 * transactions.
 */
function journalIn(file: number): ChainJournal {
  return {
    append({ method, params, mined }) {
      const line: JournalLine = mined ? [method, params, mined.time, mined.head] : [method, params]
      writeLine(file, line)
    },
    close: () => closeSync(file),
  }
}

function writeLine(file: number, content: unknown): void {
  const bytes = Buffer.from(`${JSON.stringify(content)}\n`)
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}
