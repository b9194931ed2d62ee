import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import {
  countEntries,
  type NamedChain,
  selectChain,
  selectChainNames,
  selectHead,
  selectHeadsAndLast,
  selectIsNew,
} from './audit-chain-store.ts'
import { placeOfEntry, placeOfHead } from './audit-hash.ts'
import { type CheckedChain, createChainCheck, type ExpectedEntry } from './check-chain.ts'
import { isEqual } from './insert-audit.ts'

/** `chain`: the merchant number, or `operator`. `head`: the text to note, such as `operator:42:<hash>`. */
export type ChainReport = Omit<CheckedChain, 'head'> & { chain: string; head: string | null }

export type AuditReport = { intact: boolean; chains: ChainReport[] }

type ExpectedHead = ExpectedEntry & { chain: string }

/**
 * Checks that every entry of the audit log is as the service wrote it and that none is missing. Checks all logs, or
 * the log of one merchant. `expected` contains earlier heads, which must still be part of the chains.
 */
export async function verifyAudit(
  context: KycContext,
  options: {
    mchNo?: string | undefined
    expected?: readonly string[]
    signal?: AbortSignal
    onProgress?: (step: { done: number; total: number }) => void
  } = {},
): Promise<AuditReport> {
  const { mchNo, signal, onProgress } = options
  const db = tablesOf(context)
  const expected = (options.expected ?? []).map(parseHead)
  const names = await selectChainNames(db, mchNo)
  if (names.length === 0) throw new InputError('merchant', 'is not known')
  const total = await countEntries(db, mchNo === undefined ? undefined : names[0]?.chain)
  const chains: ChainReport[] = []
  let done = 0
  for (const named of names) {
    const [chain, name] = [named.chain, nameOf(named)]
    const check = createChainCheck(context.vault, {
      ...{ chain, head: await selectHead(db, chain) },
      expected: expected.filter((each) => each.chain === name),
    })
    for await (const rows of selectChain(db, chain)) {
      signal?.throwIfAborted()
      for (const row of rows) check.add(row)
      done += rows.length
      onProgress?.({ done: Math.min(done, total), total })
    }
    const { head, ...report } = check.finish(await selectHead(db, chain))
    chains.push({ chain: name, head: head && textOfHead(name, head), ...report })
  }
  if (mchNo === undefined) chains.push(...chainsThatAreGone(expected, chains))
  return { intact: chains.every(({ breakCount }) => breakCount === 0), chains }
}

function chainsThatAreGone(
  expected: readonly ExpectedHead[],
  present: readonly ChainReport[],
): ChainReport[] {
  const gone = new Map(expected.map((each) => [each.chain, each]))
  for (const { chain } of present) gone.delete(chain)
  return [...gone.values()].map(({ chain, position }) => ({
    ...{ chain, head: null, verified: 0, earlier: 0, startedAt: null, breakCount: 1 },
    breaks: [{ kind: 'expected-missing', position, id: null, at: null, count: 1 }],
  }))
}

export const nameOf = ({ chain, mchNo }: NamedChain) =>
  chain === 0 ? 'operator' : (mchNo ?? `deleted-${chain}`)

function textOfHead(chain: string, { position, hash }: ExpectedEntry): string {
  return `${chain}:${position}:${hash}`
}

function parseHead(text: string): ExpectedHead {
  const [, chain, position, hash] = /^([\w-]+):([0-9]{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (chain === undefined || position === undefined || hash === undefined)
    throw new InputError('head', 'must have the form printed by audit heads: <chain>:<position>:<hash>')
  return { chain, position: Number(position), hash }
}

export type DamagedChain = { chain: string; why: 'head-missing' | 'head-changed' | 'cut-off' }

export type ChainHeads = { heads: string[]; damaged: DamagedChain[] }

/**
 * Returns the heads of all chains without reading the logs. Checks only whether each head is genuine and whether the
 * newest entry is the last one.
 */
export async function showChainHeads(context: KycContext): Promise<ChainHeads> {
  const db = tablesOf(context)
  // The chains of a new store are started when a service first opens it.
  if (await selectIsNew(db)) return { heads: [], damaged: [] }
  const found = new Map((await selectHeadsAndLast(db)).map((each) => [each.head.chain, each]))
  const shown: ChainHeads = { heads: [], damaged: [] }
  for (const named of await selectChainNames(db)) {
    const [chain, each] = [nameOf(named), found.get(named.chain)]
    if (!each) {
      shown.damaged.push({ chain, why: 'head-missing' })
      continue
    }
    const { head, last } = each
    if (!context.vault.isSigned(head.mac, placeOfHead(head))) {
      shown.damaged.push({ chain, why: 'head-changed' })
      continue
    }
    const merchantId = named.chain === 0 ? null : named.chain
    const isLast =
      head.position === head.startPosition
        ? (last?.position ?? 0) <= head.position
        : last?.position === head.position &&
          isEqual(last.hash, head.hash) &&
          context.vault.isSigned(last.mac, placeOfEntry({ ...last, merchantId }))
    if (!isLast) shown.damaged.push({ chain, why: 'cut-off' })
    const hash = Buffer.from(head.hash).toString('hex')
    shown.heads.push(textOfHead(chain, { position: head.position, hash }))
  }
  return shown
}
