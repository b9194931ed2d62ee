import type { BitcoinNetwork } from '../../../addresses/networks.ts'
import { parseAddress } from '../../../addresses/parse-address.ts'
import type { Coins } from '../../bitcoin/net-transaction.ts'
import { ownerOfOutput } from '../../bitcoin/owner-of-output.ts'
import type { Row, RowFields } from '../row-fields.ts'
import type { UtxoTransaction } from '../utxo-history.ts'

/** Returns the owner of another transaction's output that is spent by an input without an address. */
export type FindOwner = (tx: string, output: number) => Promise<string>

/** Maps a transaction. Returns undefined if it is not confirmed. */
export async function mapBlockbookTransaction(options: {
  readonly network: BitcoinNetwork
  readonly value: unknown
  readonly fields: RowFields
  readonly findOwner: FindOwner
}): Promise<UtxoTransaction | undefined> {
  const { network, fields, findOwner } = options
  const { txid, vin, vout, blockHash, blockHeight, blockTime } = fields.row(options.value, 'transaction')
  if (typeof blockHeight !== 'number' || blockHeight < 0 || blockHash === undefined) return undefined

  const inputs: Coins[] = []
  for (const input of fields.list(vin, 'list of inputs')) {
    const row = fields.row(input, 'input')
    // Minted coins have an input that spends nothing. Empty fields are omitted.
    if (row.txid === undefined) continue
    const address =
      addressOf(network, row) ??
      (await findOwner(fields.hash(row.txid, 'input'), fields.whole(row.vout ?? 0, 'input')))
    inputs.push({ address, value: fields.amount(row.value ?? '0', 'value of an input') })
  }
  return {
    tx: fields.hash(txid, 'transaction id'),
    block: blockHeight,
    blockHash: fields.hash(blockHash, 'block hash'),
    time: fields.time(blockTime, 'block time'),
    inputs,
    outputs: fields.list(vout, 'list of outputs').map((output) => {
      const row = fields.row(output, 'output')
      const address = mapBlockbookOwner(network, row, fields)
      return { address, value: fields.amount(row.value ?? '0', 'value of an output') }
    }),
  }
}

/** Returns the owner of an output: its only address, or the owner derived from its script. */
export function mapBlockbookOwner(network: BitcoinNetwork, row: Row, fields: RowFields): string {
  const script = typeof row.hex === 'string' ? row.hex : undefined
  const owner = addressOf(network, row) ?? ownerOfOutput({ network, addresses: [], script })
  if (owner === undefined) throw fields.invalid('owner of an output')
  return owner
}

/** Blockbook writes descriptions such as `OP_RETURN (text)` in place of addresses. */
function addressOf(network: BitcoinNetwork, { addresses, isAddress }: Row): string | undefined {
  if (isAddress !== true || !Array.isArray(addresses) || addresses.length !== 1) return undefined
  return parseAddress(network, String(addresses[0]))?.text
}
