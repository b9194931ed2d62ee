import type { ClickHouse } from '@touchstone/storage'
import { parseAddress } from '../addresses/parse-address.ts'
import { type Network, networks } from '../coins/networks.ts'
import { loadAddressForms, selectWrittenAddresses } from './staging-store.ts'
import { escapeBytes, escapeText } from './tsv.ts'

const networkOf = new Map(
  Object.entries(networks).map(([network, { id }]) => [id as number, network as Network]),
)

/** Has the libraries of each field read the addresses that the engine could not, each distinct one once. */
export async function resolveAddresses(
  clickhouse: ClickHouse,
  rows: { importId: number; after: number; upTo: number },
): Promise<void> {
  const written = await selectWrittenAddresses(clickhouse, rows)
  if (written.length === 0) return
  const lines = written.map(({ network, text }) => {
    const name = networkOf.get(network)
    const address = name === undefined ? undefined : parseAddress(name, text)
    return `${rows.importId}\t${network}\t${escapeText(text)}\t${address === undefined ? '' : escapeBytes(address.bytes)}\t${address === undefined ? 0 : 1}\n`
  })
  await loadAddressForms(clickhouse, Buffer.from(lines.join('')))
}
