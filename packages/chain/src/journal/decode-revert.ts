import { type Abi, decodeErrorResult, type Hex, isHex } from 'viem'
import { RpcResponseError } from '../rpc/rpc-error.ts'

export type Revert = { readonly data: Hex; readonly text: string }

/**
 * Returns the contract's error if a call failed because the contract reverted. Nodes wrap the error in
 * different formats.
 */
export function findRevert(error: unknown, errors: Abi): Revert | undefined {
  if (!(error instanceof RpcResponseError)) return undefined
  const data = findData(error.data)
  if (data !== undefined && data !== '0x') return { data, text: decode(data, errors) }
  if (/gas required exceeds|out of gas/i.test(error.message)) {
    return { data: '0x', text: 'the call needs more gas than a block allows' }
  }
  if (error.code === 3 || /revert|invalid opcode|invalid jump/i.test(error.message)) {
    return { data: data ?? '0x', text: 'the contract gave no reason' }
  }
  return undefined
}

function findData(data: unknown): Hex | undefined {
  if (typeof data === 'string') {
    const text = data.replace(/^Reverted\s+/i, '')
    return isHex(text) ? text : undefined
  }
  if (typeof data !== 'object' || data === null) return undefined
  if ('data' in data) return findData(data.data)
  if ('result' in data) return findData(data.result)
  return undefined
}

/**
 * Returns only the name of a custom error, because its arguments can be personal data. Messages in `require`
 * are safe, because they come from the contract's source.
 */
function decode(data: Hex, errors: Abi): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi: errors, data })
    if (errorName === 'Error') return String(args?.[0] ?? '').slice(0, 200)
    if (errorName === 'Panic') return `Panic ${String(args?.[0])}`
    return errorName
  } catch {
    return `unknown error (${data.slice(0, 10)})`
  }
}
