import type { Movement } from '../../packages/kyt/src/ledger/movement.ts'
import type { OpenedLedger } from './ledger.ts'

/** Returns all addresses in the ledger that belong to this network. */
export async function accountsOf({ database }: OpenedLedger, network: number) {
  const { rows } = await database.run(
    "select distinct encode(address, 'hex') as id from ledger.account where get_byte(address, 0) = $1",
    [network],
  )
  return (rows as { id: string }[]).map(({ id }) => ({ network, address: id.slice(2) }))
}

/** Returns every movement on a network, with its account and the stored form of its transaction id. */
export async function movementsOf(
  opened: OpenedLedger,
  network: number,
): Promise<(Movement & { address: string; hash: string })[]> {
  const histories = await opened.ledger.histories(await accountsOf(opened, network), 2 ** 31 - 1)
  const movements = [...histories].flatMap(([id, rows]) =>
    rows.map((row) => ({ ...row, address: id.slice(2) })),
  )
  const { found: hashes } = await opened.ledger.hashes(network, [...new Set(movements.map(({ tx }) => tx))])
  return movements.map((movement) => ({ ...movement, hash: hashes.get(movement.tx) ?? '' }))
}
