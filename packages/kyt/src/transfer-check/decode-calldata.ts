import type { Abi, Hex } from 'viem'
import { decodeFunctionData, encodeFunctionData, parseAbi, size, toFunctionSelector } from 'viem/utils'

/** What a contract call does, as far as it concerns the sender's assets. */
export type CallAction = {
  readonly kind: 'transfer' | 'approval' | 'revocation'
  /** The token or collection, in lower case. */
  readonly contract: string
  /** The recipient of a transfer or the spender of an approval, in lower case. */
  readonly party: string
  /** The owner, if the call names one. */
  readonly owner?: string
  /** Amount in the smallest unit. Undefined for collections and for all tokens of a kind. */
  readonly amount?: bigint
  readonly isUnlimited: boolean
}

export type DecodedCall = {
  readonly actions: readonly CallAction[]
  /** Contracts that are called, in lower case. */
  readonly contracts: readonly string[]
  /** Whether the calldata contains a function that this module does not know. */
  readonly isUnknown: boolean
  /** Whether the calldata contains more calls or actions than this module reads, so that some are missing. */
  readonly isCut: boolean
  /** Whether the calldata is not what a wallet produces for the function: truncated, padded or reordered. */
  readonly isMalformed: boolean
}

/** Uniswap's Permit2 contract, which has the same address on every chain. */
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Approvals of this amount or more exceed the supply of practically every token. */
const unlimited = 2n ** 96n - 1n
/** Maximum depth of calls inside calls. */
const maxDepth = 4
/** Maximum number of calls that are read, and of actions that are returned. */
const maxCalls = 100

const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function increaseApproval(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address spender, bool isApproved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address owner, address spender, uint256 nonce, uint256 expiry, bool isAllowed, uint8 v, bytes32 r, bytes32 s)',
])

const permit2Abi = parseAbi([
  'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { Details details; address spender; uint256 sigDeadline; }',
  'struct PermitBatch { Details[] details; address spender; uint256 sigDeadline; }',
  'struct Permitted { address token; uint256 amount; }',
  'struct PermitTransfer { Permitted permitted; uint256 nonce; uint256 deadline; }',
  'struct PermitBatchTransfer { Permitted[] permitted; uint256 nonce; uint256 deadline; }',
  'struct Requested { address to; uint256 requestedAmount; }',
  'struct Move { address from; address to; uint160 amount; address token; }',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function permit(address owner, PermitSingle permitSingle, bytes signature)',
  'function permit(address owner, PermitBatch permitBatch, bytes signature)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function transferFrom(Move[] moves)',
  'function permitTransferFrom(PermitTransfer permit, Requested transferDetails, address owner, bytes signature)',
  'function permitTransferFrom(PermitBatchTransfer permit, Requested[] transferDetails, address owner, bytes signature)',
])

const wrapperAbi = parseAbi([
  'struct Call { address target; bytes callData; }',
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
  'function aggregate(Call[] calls)',
  'function tryAggregate(bool requireSuccess, Call[] calls)',
  'function aggregate3(Call3[] calls)',
])

/** The functions by their selector. Some have the same name, so calldata is read and written by selector. */
const functions: ReadonlyMap<string, Abi> = new Map(
  [...tokenAbi, ...permit2Abi, ...wrapperAbi].map((item) => [toFunctionSelector(item), [item]]),
)

type Decoded = { readonly functionName: string; readonly args: readonly unknown[] }

/** Reads the calls in the calldata of a transaction. Never throws: what cannot be read is reported as unknown. */
export function decodeCalldata(contract: string, calldata: Hex): DecodedCall {
  const actions: CallAction[] = []
  const contracts = new Set<string>()
  let isUnknown = false
  let isCut = false
  let isMalformed = false
  let calls = 0
  // Calls inside calls can refer to the same bytes, so the total could be a large multiple of the calldata.
  let bytesLeft = 4 * size(calldata)

  const read = (target: string, data: Hex, depth: number) => {
    contracts.add(target)
    calls += 1
    bytesLeft -= size(data)
    if (calls > maxCalls || depth > maxDepth || bytesLeft < 0) {
      isCut = true
      return
    }
    const decoded = decode(data)
    if (decoded === undefined) {
      isUnknown = true
      return
    }
    isMalformed ||= decoded.isMalformed
    const inner = innerCalls(target, decoded)
    if (inner === undefined) actions.push(...actionsOf(target, decoded))
    else for (const call of inner) read(call.target, call.data, depth + 1)
  }
  read(contract, calldata, 1)
  isCut ||= actions.length > maxCalls
  return { actions: actions.slice(0, maxCalls), contracts: [...contracts], isUnknown, isCut, isMalformed }
}

/** Where a wrapper's list of calls is: its parameter, and the position of the calldata in the list's elements. */
type CallList = { readonly parameter: number; readonly element: 'bytes' | number }

const callLists: ReadonlyMap<string, CallList> = new Map(
  wrapperAbi.map((item) => {
    const parameter = item.inputs.length - 1
    const [{ components = undefined } = {}] = item.inputs.slice(-1) as { components?: readonly unknown[] }[]
    return [
      toFunctionSelector(item),
      { parameter, element: components === undefined ? 'bytes' : components.length - 1 },
    ]
  }),
)

/**
 * Whether a wrapper's calls are together larger than its calldata, because several of them refer to the same bytes.
 * Reading them would take much more memory and time than the size of the request suggests.
 */
function isInflated(data: Hex, { parameter, element }: CallList): boolean {
  const bytes = size(data) - 4
  const wordAt = (at: number): number => {
    if (!(at >= 0 && at + 32 <= bytes)) return Number.NaN
    return Number(BigInt(`0x${data.slice(10 + 2 * at, 10 + 2 * (at + 32))}`))
  }
  const list = wordAt(32 * parameter)
  const count = wordAt(list)
  if (!(count <= bytes / 32)) return true
  let total = 0
  for (let index = 0; index < count; index++) {
    const at = list + 32 + wordAt(list + 32 + 32 * index)
    total += wordAt(element === 'bytes' ? at : at + wordAt(at + 32 * element))
  }
  return !(total <= bytes)
}

function decode(data: Hex): (Decoded & { readonly isMalformed: boolean }) | undefined {
  const abi = functions.get(data.slice(0, 10).toLowerCase())
  if (abi === undefined) return undefined
  const list = callLists.get(data.slice(0, 10).toLowerCase())
  if (list !== undefined && isInflated(data, list)) return undefined
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    const encoded = encodeFunctionData({ abi, functionName, args })
    return { functionName, args, isMalformed: encoded.toLowerCase() !== data.toLowerCase() }
  } catch {
    return undefined
  }
}

type Inner = { readonly target: string; readonly data: Hex }

/** Returns the calls that a call contains, or `undefined` if it is not a wrapper. */
function innerCalls(target: string, { functionName, args }: Decoded): readonly Inner[] | undefined {
  if (functionName === 'multicall') {
    return (args.at(-1) as readonly Hex[]).map((data) => ({ target, data }))
  }
  if (functionName === 'aggregate' || functionName === 'aggregate3' || functionName === 'tryAggregate') {
    const calls = args.at(-1) as readonly { target: string; callData: Hex }[]
    return calls.map(({ target, callData }) => ({ target: target.toLowerCase(), data: callData }))
  }
  return undefined
}

type Values = readonly unknown[]
type Detail = { token: string; amount: bigint }

function actionsOf(contract: string, { functionName, args: values }: Decoded): CallAction[] {
  switch (functionName) {
    case 'transfer':
      return [moved(contract, values[0], values[1])]
    case 'transferFrom':
      return transfersFrom(contract, values)
    case 'safeTransferFrom':
      return [moved(contract, values[1], undefined, values[0])]
    case 'approve':
      // Permit2's function names the token; a token's own function does not.
      return values.length === 4
        ? [approved(String(values[0]), values[1], values[2] as bigint)]
        : [approved(contract, values[0], values[1] as bigint)]
    case 'increaseAllowance':
    case 'increaseApproval':
      return [approved(contract, values[0], values[1] as bigint)]
    case 'decreaseAllowance':
      return [approved(contract, values[0], 0n)]
    case 'setApprovalForAll':
      return [approvedAll(contract, values[0], values[1] === true)]
    case 'permit':
      return permits(contract, values)
    case 'permitTransferFrom':
      return permittedTransfers(values)
    default:
      return []
  }
}

function transfersFrom(contract: string, values: Values): CallAction[] {
  if (values.length === 3) return [moved(contract, values[1], values[2], values[0])]
  if (values.length === 4) return [moved(String(values[3]), values[1], values[2], values[0])]
  const moves = values[0] as readonly { from: string; to: string; amount: bigint; token: string }[]
  return moves.map(({ from, to, amount, token }) => moved(token, to, amount, from))
}

function permits(contract: string, values: Values): CallAction[] {
  const owner = values[0]
  if (values.length === 7) return [approved(contract, values[1], values[2] as bigint, owner)]
  if (values.length === 8) return [approvedAll(contract, values[1], values[4] === true, owner)]
  const { details, spender } = values[1] as { details: Detail | readonly Detail[]; spender: string }
  return [details].flat().map(({ token, amount }) => approved(token, spender, amount, owner))
}

function permittedTransfers([permit, requested, owner]: Values): CallAction[] {
  const { permitted } = permit as { permitted: Detail | readonly Detail[] }
  const tokens = [permitted].flat()
  const details = [requested as { to: string; requestedAmount: bigint }].flat()
  return details.map(({ to, requestedAmount }, index) =>
    moved(tokens[index]?.token ?? permit2, to, requestedAmount, owner),
  )
}

const lower = (address: unknown): string => String(address).toLowerCase()

function moved(contract: string, party: unknown, amount: unknown, owner?: unknown): CallAction {
  return {
    kind: 'transfer',
    contract: lower(contract),
    party: lower(party),
    ...(owner === undefined ? {} : { owner: lower(owner) }),
    ...(amount === undefined ? {} : { amount: amount as bigint }),
    isUnlimited: false,
  }
}

function approved(contract: string, party: unknown, amount: bigint, owner?: unknown): CallAction {
  return {
    kind: amount === 0n ? 'revocation' : 'approval',
    contract: lower(contract),
    party: lower(party),
    ...(owner === undefined ? {} : { owner: lower(owner) }),
    amount,
    isUnlimited: amount >= unlimited,
  }
}

function approvedAll(contract: string, party: unknown, isApproved: boolean, owner?: unknown): CallAction {
  return {
    kind: isApproved ? 'approval' : 'revocation',
    contract: lower(contract),
    party: lower(party),
    ...(owner === undefined ? {} : { owner: lower(owner) }),
    isUnlimited: isApproved,
  }
}
