import { type Network, networks } from '../../addresses/networks.ts'
import { evmNetworks } from '../evm-networks.ts'
import type { Label } from '../label.ts'
import type { LabelEntry, LabelSource } from '../label-source.ts'
import { sanctionedLabel } from '../ofac/map.ts'
import { sdnSourceName } from '../ofac/source.ts'
import { listedPartiesFirst } from './listed-parties-first.ts'
import { listedPartiesLast } from './listed-parties-last.ts'

/**
 * The sanctioned addresses that are available from the first start, before any list is imported. An imported
 * OFAC list has the same name and therefore replaces the built-in list.
 */
export const builtinSanctionsSource: LabelSource = {
  name: sdnSourceName,
  version: '2025-11-19',
  title: 'OFAC Specially Designated Nationals, as shipped',
  async *entries(): AsyncGenerator<LabelEntry> {
    for (const label of builtinSanctions()) yield { file: 'builtin', label }
  },
}

export function* builtinSanctions(): Generator<Label> {
  let party = ''
  for (const line of `${listedPartiesFirst}\n${listedPartiesLast}`.split('\n')) {
    if (line.startsWith('# ')) party = line.slice(2)
    const [kind = '', ...addresses] = line.startsWith('#') ? [] : line.split(' ')
    for (const address of addresses) {
      for (const network of kind === 'EVM' ? evmNetworks : [kind].filter(isNetwork)) {
        const label = sanctionedLabel(network, address, party)
        if (label !== undefined) yield label
      }
    }
  }
}

function isNetwork(text: string): text is Network {
  return Object.hasOwn(networks, text)
}
