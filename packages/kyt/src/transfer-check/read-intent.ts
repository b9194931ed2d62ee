import { ServiceError, type TransferCheck } from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import { formatAddress } from '../addresses/parse-address.ts'
import { coinOfContract } from '../coins/find-coin.ts'
import { type Account, unitsOf } from '../lookup/resolve-account.ts'

/** What a transaction does, as stated by the caller and by its calldata. */
export type TransferIntent = {
  readonly actions: TransferCheck['actions']
  /** Contracts that the calldata calls, except known tokens. */
  readonly contracts: readonly string[]
  readonly isUnknown: boolean
  /** Whether the calldata contains more actions than are listed here. */
  readonly isCut: boolean
  readonly isMalformed: boolean
  /** Contradictions between the request and the calldata, as sentences. */
  readonly mismatches: readonly string[]
  readonly paysTokenContract: boolean
}

/** Reads what a transaction does. Without calldata, it pays the amount to the target. */
export async function readIntent(
  sender: Account,
  target: Account,
  { amount: text, calldata = '0x' }: { amount: string; calldata?: string },
): Promise<TransferIntent> {
  const { coin } = sender
  const { network } = coin
  const amount = unitsOf(text, coin.decimals)
  const to = formatAddress(network, target.address.bytes)
  const isToken = (contract: string) => coinOfContract(network, contract) !== undefined
  if (calldata === '0x') {
    return {
      actions: [
        {
          kind: 'transfer',
          contract: contractOf(coin),
          address: to,
          amount: String(amount),
          unlimited: false,
        },
      ],
      contracts: [],
      isUnknown: false,
      isCut: false,
      isMalformed: false,
      mismatches: [],
      paysTokenContract: isToken(to),
    }
  }
  if (networks[network].family !== 'evm') {
    throw new ServiceError('parameter', { detail: 'calldata is supported only for coins of EVM networks' })
  }
  // viem is loaded only when calldata has to be read, because loading it takes a tenth of a second.
  const { decodeCalldata, permit2 } = await import('./decode-calldata.ts')
  const call = decodeCalldata(to, calldata as `0x${string}`)
  const from = formatAddress(network, sender.address.bytes)
  const isNative = coin.contract === undefined
  const mismatches: string[] = []
  const own = call.actions.filter(
    ({ kind, contract }) => kind === 'transfer' && contract === contractOf(coin),
  )
  if (!isNative && call.actions.every(({ contract }) => contract !== contractOf(coin))) {
    mismatches.push(`The calldata does not concern ${coin.identifier}.`)
  }
  const total = own.reduce((sum, { amount = 0n }) => sum + amount, 0n)
  if (own.length > 0 && total !== amount) mismatches.push('The calldata transfers a different amount.')
  if (call.actions.some(({ owner }) => owner !== undefined && owner !== from)) {
    mismatches.push('The calldata names an owner other than the sender.')
  }
  // The native coins of the transaction go to the contract that it calls.
  const paid =
    isNative && amount > 0n
      ? [{ kind: 'transfer' as const, contract: '', address: to, amount: String(amount), unlimited: false }]
      : []
  return {
    actions: [
      ...paid,
      ...call.actions.map(({ kind, contract, party, amount, isUnlimited }) => ({
        ...{ kind, contract, address: party },
        ...{ amount: amount === undefined ? '' : String(amount), unlimited: isUnlimited },
      })),
    ],
    contracts: [...new Set([...call.contracts, ...call.actions.map(({ contract }) => contract)])].filter(
      (contract) => contract !== permit2 && !isToken(contract),
    ),
    isUnknown: call.isUnknown,
    isCut: call.isCut,
    isMalformed: call.isMalformed,
    mismatches,
    paysTokenContract: call.actions.some(({ kind, party }) => kind === 'transfer' && isToken(party)),
  }
}

const contractOf = ({ contract }: Account['coin']): string => contract ?? ''
