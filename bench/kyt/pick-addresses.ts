import type { Database } from '@touchstone/storage'
import { accountList, ordinaryOnes, selectAccounts, toAsked } from '../ledger/asked.ts'
import type { Picks } from './questions.ts'

/** With fewer addresses, each would be queried so often that the engine would cache all of them. */
const fewest = 200

export async function pickAddresses(
  database: Database,
  wanted: { ordinary: number; hot: number },
): Promise<Picks> {
  const ordinary = await selectAccounts(database, ordinaryOnes(wanted.ordinary))
  const hottest = await selectAccounts(database, `order by transfers desc, address limit ${wanted.hot}`)
  if (ordinary.length < fewest) throw new Error('the ledger has too few addresses')

  const knownEdges = async (addresses: readonly string[]) => {
    const { rows } = await database.run(
      `select count(*)::int4 as edges from ledger.edge where address in ${accountList(addresses)}`,
    )
    const [row] = rows as { edges: number }[]
    return (row?.edges ?? 0) / addresses.length
  }
  return {
    ordinary: ordinary.map(toAsked),
    hot: hottest.map(toAsked),
    facts: {
      hottestTransfers: hottest[0]?.transfers ?? 0,
      hottestKnownEdges: await knownEdges(hottest.slice(0, 1).map((row) => row.bytes)),
      ordinaryKnownEdges: await knownEdges(ordinary.slice(0, fewest).map((row) => row.bytes)),
    },
  }
}
