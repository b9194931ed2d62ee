import type { Vault } from '@touchstone/common'
import type { ChainedRow, StoredHead } from './audit-chain-store.ts'
import { addEarlier, type ChainId, emptyHash, hashOfEntry, placeOfEntry, placeOfHead } from './audit-hash.ts'
import { isEqual } from './insert-audit.ts'

/**
 * How a log differs from the one that the service wrote.
 *
 * - `changed`: the content of an entry is different.
 * - `removed`: entries are missing between others.
 * - `inserted`: the service did not write this entry, or it is a duplicate.
 * - `reordered`: an entry is listed after later ones.
 * - `cut-off`: the newest entries are missing.
 * - `replaced`: an entry does not continue the previous one: parts of two copies of the log are mixed.
 * - `unchained`: the service wrote this entry while the chain was damaged, so other entries may be missing.
 * - `earlier-changed`: the entries that were recorded before the chain have changed since the chain was
 *   started.
 * - `head-changed`, `head-missing`: the record of the start and of the newest entry was changed or removed.
 * - `head-old`: this record is older than the newest entry.
 * - `expected-missing`, `expected-differs`: the log does not contain an entry that it contained earlier.
 */
export type AuditBreakKind =
  | ('changed' | 'removed' | 'inserted' | 'reordered' | 'cut-off' | 'replaced' | 'unchained')
  | ('earlier-changed' | 'head-changed' | 'head-missing' | 'head-old')
  | ('expected-missing' | 'expected-differs')

/** The positions, ids and times are those of the first affected entry. They are null if they are not known. */
export type AuditBreak = {
  kind: AuditBreakKind
  position: number | null
  id: number | null
  at: string | null
  /** The number of consecutive affected entries. */
  count: number
}

/** An entry that the chain contained when its head was noted. */
export type ExpectedEntry = { position: number; hash: string }

export type CheckedChain = {
  /** The newest verified entry. Null if the record of the newest entry is not genuine. */
  head: ExpectedEntry | null
  /** The number of entries whose content, place and signature are valid. */
  verified: number
  /** The number of entries that were recorded before the chain was started and cannot be verified. */
  earlier: number
  startedAt: string | null
  /** The first breaks. `breakCount` is the number of all breaks. */
  breaks: AuditBreak[]
  breakCount: number
}

const mostBreaks = 1000
const largest = Number.MAX_SAFE_INTEGER
/** Limits the memory that consecutive forged entries use. */
const longestRun = 10_000

/** Checks the entries of one chain, which are passed in order of their ids. `head` was read before them. */
export function createChainCheck(
  vault: Pick<Vault, 'isSigned'>,
  options: { chain: ChainId; head: StoredHead | undefined; expected?: readonly ExpectedEntry[] },
) {
  const { chain, expected = [] } = options
  const isGenuine = (head: StoredHead) => vault.isSigned(head.mac, placeOfHead(head))
  const head = options.head && isGenuine(options.head) ? options.head : undefined
  const { report, ...found } = createReport()
  const gaps = createGaps()
  const unseen = new Map(expected.map((each) => [each.position, each]))
  const see = (position: number, hash: Uint8Array) => {
    if (unseen.get(position)?.hash === Buffer.from(hash).toString('hex')) unseen.delete(position)
  }
  let [verified, earlier] = [0, 0]
  let earlierHash = emptyHash(chain)
  /** The position that the next entry must have. Undefined until the start of the chain is known. */
  let next = head && head.startPosition + 1
  /** The hash of the previous entry. Undefined if that entry is missing or not genuine. */
  let hashBefore = head?.startHash
  /**
   * Consecutive entries that are not genuine. The next genuine entry shows how many of them replaced genuine
   * entries.
   */
  let run: ChainedRow[] = []

  if (head) see(head.startPosition, head.startHash)
  if (!options.head) report('head-missing')
  else if (!head) report('head-changed')

  const isEarlier = ({ id, position }: ChainedRow, isOwn: boolean) =>
    head ? id < head.firstId : next === undefined && !(isOwn && position !== null)

  /** Reports the entries since the last genuine one, up to `end`, which is the next genuine position. */
  const closeRun = (end: number, missing: 'removed' | 'cut-off') => {
    const start = next ?? end
    const changed = new Map<number, ChainedRow>()
    for (const row of run) {
      const { position } = row
      const isPlausible = position !== null && position >= start && position < end && !changed.has(position)
      if (isPlausible) changed.set(position, row)
      else report('inserted', row)
    }
    for (const [, row] of changed) report('changed', row)
    let from = start
    for (const position of [...[...changed.keys()].toSorted((a, b) => a - b), end]) {
      if (position > from) {
        if (missing === 'cut-off' && position === end) report('cut-off', { position: from }, position - from)
        else gaps.add(from, position)
      }
      from = position + 1
    }
    if (end > start) hashBefore = undefined
    run = []
  }

  return {
    add(row: ChainedRow) {
      const isOwn = vault.isSigned(row.mac, placeOfEntry(row))
      if (row.hash && row.position !== null) see(row.position, row.hash)
      if (isEarlier(row, isOwn)) {
        earlier++
        earlierHash = addEarlier(earlierHash, row)
        return
      }
      const { position, previousHash, hash } = row
      const link = position === null || !previousHash ? null : { position, previousHash }
      const isValid =
        isOwn &&
        hash !== null &&
        (position === null) === (link === null) &&
        isEqual(hash, hashOfEntry(row, link))
      if (!isValid) {
        if (run.length < longestRun) run.push(row)
        else report('inserted', row)
        return
      }
      if (!link) return report('unchained', row)
      next ??= link.position
      if (link.position >= next) {
        closeRun(link.position, 'removed')
        if (hashBefore && !isEqual(hashBefore, link.previousHash)) report('replaced', row)
        else verified++
        next = link.position + 1
        hashBefore = hash
        if (head && link.position === head.position && !isEqual(hash, head.hash)) report('replaced', row)
      } else if (gaps.take(link.position)) report('reordered', row)
      else report('inserted', row)
    },

    /** `last` is the head, read again after the entries, because entries can be added in the meantime. */
    finish(last: StoredHead | undefined): CheckedChain {
      if (head) {
        const end = Math.max(next ?? 0, head.position + 1)
        closeRun(end, 'cut-off')
        if (!last) report('head-missing')
        else if (!isGenuine(last)) report('head-changed')
        else if (last.position < end - 1) report('head-old', { position: last.position })
        if (earlier !== head.earlier || !isEqual(earlierHash, head.startHash)) report('earlier-changed')
      } else if (next !== undefined) closeRun(next, 'removed')
      for (const [from, to] of gaps.left()) report('removed', { position: from }, to - from)
      const end = head?.position ?? (next ?? 1) - 1
      for (const { position } of unseen.values())
        report(position > end ? 'expected-missing' : 'expected-differs', { position })
      return {
        head: head ? { position: head.position, hash: Buffer.from(head.hash).toString('hex') } : null,
        ...{ verified, earlier, startedAt: head?.startedAt.toISOString() ?? null },
        ...found.done(),
      }
    },
  }
}

type Affected = { position: number | null; id?: number; at?: Date }

/** Collects breaks. Consecutive entries with the same break are reported together. */
function createReport() {
  const breaks: AuditBreak[] = []
  let breakCount = 0
  let last: { break: AuditBreak; position: number | null; id: number | undefined } | undefined
  return {
    report(kind: AuditBreakKind, entry?: Affected, count = 1) {
      const { position = null, id, at } = entry ?? {}
      const follows =
        last?.break.kind === kind &&
        (position !== null && last.position !== null
          ? position === last.position + 1
          : id !== undefined && id === (last.id ?? Number.NaN) + 1)
      if (last && follows) {
        last.break.count += count
        last = { ...last, position, id }
        return
      }
      breakCount++
      const time = at === undefined ? undefined : new Date(at)
      const made = {
        ...{ kind, position, id: id ?? null, count },
        at: time && !Number.isNaN(time.getTime()) ? time.toISOString() : null,
      }
      last = { break: made, position: position === null ? null : position + count - 1, id }
      if (breaks.length < mostBreaks) breaks.push(made)
    },
    done: () => ({
      breaks: breaks.toSorted((a, b) => (a.position ?? largest) - (b.position ?? largest)),
      breakCount,
    }),
  }
}

/** Ranges of missing positions, from the first number up to, but not including, the last. */
function createGaps() {
  const ranges: [from: number, to: number][] = []
  return {
    add: (from: number, to: number) => void ranges.push([from, to]),
    /** Removes a position that was found after all. Returns false if it is not missing. */
    take(position: number): boolean {
      const index = ranges.findLastIndex(([from, to]) => from <= position && position < to)
      const range = ranges[index]
      if (!range) return false
      const [from, to] = range
      const rest: [number, number][] = [
        [from, position],
        [position + 1, to],
      ]
      ranges.splice(index, 1, ...rest.filter(([start, end]) => start < end))
      return true
    },
    left: () => ranges,
  }
}
