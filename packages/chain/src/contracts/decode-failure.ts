import { decodeErrorResult, type Hex, isHex } from 'viem'
import { failureSentences } from './failure-sentences.ts'
import { svcProofVerifierAbi } from './svc-proof-verifier-abi.ts'
import { svcSbtAbi } from './svc-sbt-abi.ts'
import { svcVerifierAbi } from './svc-verifier-abi.ts'

/** The reason why a contract reverted a call. */
export type ContractFailure = {
  /** The name of the contract's error. `Unknown` if the error is not defined by our contracts. */
  readonly name: string
  /** The arguments of the error, in order. */
  readonly args: readonly unknown[]
  /** A sentence that explains the error. */
  readonly sentence: string
}

const abi = [...svcSbtAbi, ...svcVerifierAbi, ...svcProofVerifierAbi]
const unknown: ContractFailure = {
  name: 'Unknown',
  args: [],
  sentence: 'The contract reverted without a known reason.',
}

/**
 * Decodes a contract error from a viem error, a node's response or the revert data. Returns undefined if no
 * contract reverted, for example because the node is down or the sender lacks funds.
 */
export function decodeFailure(error: unknown): ContractFailure | undefined {
  const data = revertDataOf(error)
  if (data === undefined) return undefined
  if (data === '0x') return unknown
  try {
    const decoded = decodeErrorResult({ abi, data })
    const args = (decoded.args ?? []) as readonly unknown[]
    const { errorName } = decoded as { errorName: string }
    // Solidity's built-in errors: Error contains a message, and Panic contains a code, for example for
    // arithmetic overflow.
    if (errorName === 'Error') return { name: errorName, args, sentence: `The contract reverted: ${args[0]}` }
    if (errorName === 'Panic')
      return { name: errorName, args, sentence: 'The contract failed with an internal error.' }
    return { name: errorName, args, sentence: failureSentences[errorName] ?? unknown.sentence }
  } catch {
    return unknown
  }
}

/** Finds the revert data in a viem error's chain of `cause`. */
function revertDataOf(error: unknown): Hex | undefined {
  if (isHex(error)) return error
  let inner: unknown = error
  for (let depth = 0; depth < 10 && typeof inner === 'object' && inner !== null; depth += 1) {
    const { data, raw, cause } = inner as { data?: unknown; raw?: unknown; cause?: unknown }
    if (isHex(raw)) return raw
    if (isHex(data)) return data
    if (typeof data === 'object' && data !== null && isHex((data as { data?: unknown }).data)) {
      return (data as { data: Hex }).data
    }
    inner = cause
  }
  return undefined
}
