import { decodeErrorResult, type Hex, isHex } from 'viem'
import { failureSentences } from './failure-sentences.ts'
import { svcProofVerifierAbi } from './svc-proof-verifier-abi.ts'
import { svcSbtAbi } from './svc-sbt-abi.ts'
import { svcVerifierAbi } from './svc-verifier-abi.ts'

/** Why a contract refused a call. */
export type ContractFailure = {
  /** The name of the contract's error; `Unknown` when it is none of ours. */
  readonly name: string
  /** The error's arguments, in their order. */
  readonly args: readonly unknown[]
  /** What it means, as a sentence. */
  readonly sentence: string
}

const abi = [...svcSbtAbi, ...svcVerifierAbi, ...svcProofVerifierAbi]
const unknown: ContractFailure = {
  name: 'Unknown',
  args: [],
  sentence: 'The contract refused the call for a reason that it did not tell.',
}

/**
 * Reads why a contract refused from an error of viem, from the answer of a node or from the revert's bytes. Nothing
 * when it is no refusal of a contract at all: a node that is down, a transaction without funds.
 */
export function decodeFailure(error: unknown): ContractFailure | undefined {
  const data = revertDataOf(error)
  if (data === undefined) return undefined
  if (data === '0x') return unknown
  try {
    const decoded = decodeErrorResult({ abi, data })
    const args = (decoded.args ?? []) as readonly unknown[]
    const { errorName } = decoded as { errorName: string }
    // The two errors that Solidity itself knows: a text, and a number for broken arithmetic and the like.
    if (errorName === 'Error') return { name: errorName, args, sentence: `The contract refused: ${args[0]}` }
    if (errorName === 'Panic')
      return { name: errorName, args, sentence: 'The contract came upon a fault of its own.' }
    return { name: errorName, args, sentence: failureSentences[errorName] ?? unknown.sentence }
  } catch {
    return unknown
  }
}

/** Errors of viem hold each other by `cause`; somewhere inside are the bytes that the contract gave back. */
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
