import { type KytContext, type Network, networks } from '@touchstone/kyt'

/** Records that the ledger contains data for these networks, so that their coins are supported. */
export async function coverNetworks(
  { ledger, clock }: Pick<KytContext, 'ledger' | 'clock'>,
  ...names: readonly Network[]
): Promise<void> {
  const readAt = Math.floor(clock.now() / 1000)
  await ledger.cover(
    names.map((name) => ({
      ...{ network: networks[name].id, source: 'transfers', extent: 'transfers' },
      ...{ first: 1, last: 1, firstTime: 1_700_000_000, lastTime: 1_700_000_000, readAt },
    })),
  )
}
