import type { CallFrame, FlatTrace } from './rpc-block.ts'

/** Coins that a contract moved inside a transaction. */
export type InternalMove = {
  /** Trace address in the format of ethereum-etl, `0,1,2`. */
  readonly path: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

export type TransactionTrace = {
  /** Whether the whole transaction was reverted. */
  readonly failed: boolean
  readonly moves: readonly InternalMove[]
}

export type BlockTraces = {
  readonly byTransaction: ReadonlyMap<string, TransactionTrace>
  readonly rewards: readonly { readonly to: string; readonly amount: bigint }[]
}

/**
 * Other kinds of calls run another contract's code in the caller's context. Nodes repeat the value in the
 * traces of these calls, but no coins move.
 */
const movingFrames = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/**
 * Reads results of `debug_traceBlockBy…` with the callTracer. Skips the top frame, which is the transaction
 * itself.
 */
export function readCallFrames(
  traces: readonly { readonly txHash: string; readonly result: CallFrame }[],
): BlockTraces {
  const byTransaction = new Map<string, TransactionTrace>()
  for (const { txHash, result } of traces) {
    const moves: InternalMove[] = []
    const open: { frame: CallFrame; path: number[] }[] = [{ frame: result, path: [] }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { frame, path } = next
      // A failed frame also reverts all frames below it.
      if (frame.error !== undefined) continue
      const amount = BigInt(frame.value ?? '0x0')
      if (path.length > 0 && amount > 0n && movingFrames.has(frame.type) && frame.to !== undefined) {
        moves.push({ path: path.join(','), from: lower(frame.from), to: lower(frame.to), amount })
      }
      const calls = frame.calls ?? []
      for (let index = calls.length - 1; index >= 0; index -= 1) {
        const call = calls[index]
        if (call) open.push({ frame: call, path: [...path, index] })
      }
    }
    byTransaction.set(txHash, { failed: result.error !== undefined, moves })
  }
  return { byTransaction, rewards: [] }
}

/** Reads the result of `trace_block`, which lists each call before the calls that it makes. */
export function readFlatTraces(traces: readonly FlatTrace[]): BlockTraces {
  const byTransaction = new Map<string, { failed: boolean; moves: InternalMove[] }>()
  const undone = new Set<string>()
  const rewards: { to: string; amount: bigint }[] = []
  for (const trace of traces) {
    if (trace.type === 'reward') {
      const amount = BigInt(trace.action.value ?? '0x0')
      if (trace.action.author !== undefined) rewards.push({ to: lower(trace.action.author), amount })
      continue
    }
    const hash = trace.transactionHash
    if (!hash) continue
    const transaction = byTransaction.get(hash) ?? { failed: false, moves: [] }
    byTransaction.set(hash, transaction)

    const path = trace.traceAddress.join(',')
    const above = trace.traceAddress.slice(0, -1).join(',')
    const isTop = trace.traceAddress.length === 0
    if (trace.error !== undefined || (!isTop && undone.has(`${hash}:${above}`))) {
      undone.add(`${hash}:${path}`)
      if (isTop) transaction.failed = true
      continue
    }
    const move = isTop ? undefined : moveOf(trace)
    if (move && move.amount > 0n) transaction.moves.push({ path, ...move })
  }
  return { byTransaction, rewards }
}

function moveOf({ type, action, result }: FlatTrace) {
  if (type === 'suicide' || type === 'selfdestruct') {
    return moved(action.address, action.refundAddress, action.balance)
  }
  if (type === 'create') return moved(action.from, result?.address, action.value)
  if (type === 'call' && action.callType === 'call') return moved(action.from, action.to, action.value)
  return undefined
}

function moved(from: string | undefined, to: string | undefined, value: string | undefined) {
  if (from === undefined || to === undefined) return undefined
  return { from: lower(from), to: lower(to), amount: BigInt(value ?? '0x0') }
}

function lower(text: string): string {
  return text.toLowerCase()
}
