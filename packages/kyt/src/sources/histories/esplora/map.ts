import type { BitcoinNetwork } from '../../../addresses/networks.ts'
import type { Coins } from '../../bitcoin/net-transaction.ts'
import { ownerOfOutput } from '../../bitcoin/owner-of-output.ts'
import type { RowFields } from '../row-fields.ts'
import type { UtxoTransaction } from '../utxo-history.ts'

/** Maps a transaction. Returns undefined if it is not confirmed. */
export function mapEsploraTransaction(
  network: BitcoinNetwork,
  value: unknown,
  fields: RowFields,
): UtxoTransaction | undefined {
  const { txid, vin, vout, status } = fields.row(value, 'transaction')
  const { confirmed, block_height, block_hash, block_time } = fields.row(status, 'status')
  if (confirmed !== true) return undefined

  const coinsOf = (output: unknown): Coins => {
    const { scriptpubkey, scriptpubkey_address, value } = fields.row(output, 'output')
    const owner = ownerOfOutput({
      network,
      addresses: typeof scriptpubkey_address === 'string' ? [scriptpubkey_address] : [],
      script: typeof scriptpubkey === 'string' ? scriptpubkey : undefined,
    })
    if (owner === undefined) throw fields.invalid('owner of an output')
    return { address: owner, value: fields.amount(value, 'value of an output') }
  }
  const inputs = fields.list(vin, 'list of inputs').map((input) => fields.row(input, 'input'))
  const spending = inputs.filter(({ is_coinbase }) => is_coinbase !== true)
  if (inputs.length === 0) throw fields.invalid('list of inputs')
  return {
    tx: fields.hash(txid, 'transaction id'),
    block: fields.whole(block_height, 'block number'),
    blockHash: fields.hash(block_hash, 'block hash'),
    time: fields.time(block_time, 'block time'),
    inputs: spending.map(({ prevout }) => coinsOf(prevout)),
    outputs: fields.list(vout, 'list of outputs').map(coinsOf),
  }
}
