import type { BitcoinNetwork } from '../../addresses/networks.ts'
import type { Transfer } from '../../imports/transfer.ts'
import { toUnits } from './exact-json.ts'
import { type Coins, netTransaction } from './net-transaction.ts'
import { ownerOfOutput } from './owner-of-output.ts'

export type EtlResult = { readonly transfers: Transfer[] } | { readonly problem: string }

/**
 * Maps a bitcoin-etl transaction. Values are in the smallest unit, and inputs include the outputs that they
 * spend.
 */
export function mapEtlTransaction(options: {
  readonly network: BitcoinNetwork
  readonly coin: string
  readonly row: Readonly<Record<string, unknown>>
}): EtlResult {
  const { network, coin, row } = options
  if (typeof row.hash !== 'string' || !/^[0-9a-f]{64}$/i.test(row.hash)) {
    return { problem: 'the transaction has no hash of 64 hex digits' }
  }
  const block = wholeNumber(row.block_number)
  if (block === undefined) return { problem: 'block_number is not a whole number' }
  const time = secondsOf(row.block_timestamp)
  if (time === undefined) return { problem: 'block_timestamp is not a valid time' }

  const inputs = readCoins(network, row.inputs, 'input')
  if ('problem' in inputs) return inputs
  const outputs = readCoins(network, row.outputs, 'output')
  if ('problem' in outputs) return outputs
  const mints = row.is_coinbase === true || row.is_coinbase === 'True' || row.is_coinbase === 'true'
  if (!mints && inputs.coins.length === 0) {
    return { problem: 'the transaction has no inputs and is not a coinbase' }
  }
  try {
    const tx = row.hash.toLowerCase()
    const spent = mints ? [] : inputs.coins
    return { transfers: netTransaction({ coin, tx, block, time, inputs: spent, outputs: outputs.coins }) }
  } catch (error) {
    if (error instanceof RangeError) return { problem: error.message }
    throw error
  }
}

function readCoins(
  network: BitcoinNetwork,
  list: unknown,
  what: 'input' | 'output',
): { coins: Coins[] } | { problem: string } {
  if (!Array.isArray(list)) return { problem: `${what}s is not a list` }
  const coins: Coins[] = []
  for (const [index, item] of list.entries()) {
    if (typeof item !== 'object' || item === null) return { problem: `${what} ${index} is not an object` }
    const { value, addresses, script_hex } = item as Record<string, unknown>
    if (what === 'input' && (value === null || value === undefined)) {
      return {
        problem: `${what} ${index} does not contain the output that it spends: run bitcoin-etl enrich_transactions on the file first`,
      }
    }
    const units = toUnits(value, 0)
    if (units === undefined || units < 0n) return { problem: `${what} ${index} has no valid value` }
    const owner = ownerOfOutput({
      network,
      addresses: Array.isArray(addresses) ? addresses.filter((text) => typeof text === 'string') : [],
      // An input's script_hex is the script that unlocks the coins. The script does not identify the owner of
      // the coins.
      script: what === 'output' && typeof script_hex === 'string' ? script_hex : undefined,
    })
    if (owner === undefined) return { problem: `${what} ${index} has no valid ${network} address` }
    coins.push({ address: owner, value: units })
  }
  return { coins }
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/**
 * Returns Unix seconds. Also parses the format used in the public BigQuery tables, `2010-04-10 16:31:40 UTC`.
 */
function secondsOf(value: unknown): number | undefined {
  const text =
    typeof value === 'string'
      ? /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.0+)? ?(?:UTC|Z)$/.exec(value)
      : null
  if (!text) return wholeNumber(value)
  const parsed = Date.parse(`${text[1]}T${text[2]}Z`)
  return Number.isNaN(parsed) ? undefined : parsed / 1000
}
