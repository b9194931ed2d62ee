import type { Label } from '@touchstone/kyt'
import { demoAddress } from './demo-address.ts'
import { exchanges, type Party, parties } from './parties.ts'
import { createPeople } from './people.ts'

export function demoLabels(): Label[] {
  const known = [...parties, ...knownDeposits()]
  return known.flatMap(({ name, networks, entity, label, category, incident = '', confidence = 80 }) =>
    networks.map((network) => {
      return { network, address: demoAddress(network, name), entity, label, category, incident, confidence }
    }),
  )
}

/** Most customers' deposit addresses are known to nobody; lists have found out a few of busy customers. */
function knownDeposits(): Party[] {
  return createPeople()
    .ETH.slice(0, 15)
    .map(({ name, home }) => {
      const { entity } = exchanges[home]
      const label = `${entity}: customer deposit`
      return {
        name: `exchange/${home}/deposit/${name}`,
        networks: ['ETH'],
        entity,
        label,
        category: 'exchange',
      }
    })
}
