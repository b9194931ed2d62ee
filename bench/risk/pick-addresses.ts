import { defaultRiskPolicy } from '@touchstone/kyt'
import type { Database } from '@touchstone/storage'
import { accountList, ordinaryOnes, pooledOnes, selectAccounts, toAsked } from '../ledger/asked.ts'
import { chainAddress, type Planted, whaleAddress } from '../ledger/planted.ts'
import type { RiskPicks } from './questions.ts'

/** With fewer addresses, each would be queried so often that the store would cache all of them. */
const fewest = 200

export async function pickAddresses(
  database: Database,
  wanted: { ordinary: number; hot: number; planted: Planted },
): Promise<RiskPicks> {
  const { hot, planted } = wanted
  const chains = Array.from({ length: planted.chains }, (_, chain) => chainAddress(chain))
  const ordinary = await selectAccounts(database, ordinaryOnes(wanted.ordinary))
  if (ordinary.length < fewest) throw new Error('the ledger has too few addresses')
  const whaleList = accountList(planted.whales.map((_, whale) => whaleAddress(whale)))
  const busiest = (where: string) =>
    selectAccounts(
      database,
      `where address not in ${whaleList} and ${where} order by transfers desc, address limit ${hot}`,
    )
  const noPool = `address not in ${pooledOnes}`
  const hottest = await busiest('true')
  const followed = await busiest(noPool)
  const whole = await busiest(`${noPool} and transfers <= ${defaultRiskPolicy.budget.transfers_of_one}`)
  const whales = await selectAccounts(database, `where address in ${whaleList} order by transfers`)
  const deep = await selectAccounts(database, `where address in ${accountList(chains)}`)
  if (whales.length < planted.whales.length || deep.length < planted.chains) {
    throw new Error('the planted addresses are missing')
  }
  return {
    ordinary: ordinary.map(toAsked),
    hot: hottest.map(toAsked),
    followed: followed.map(toAsked),
    whole: whole.map(toAsked),
    deep: deep.map(toAsked),
    whales: whales.map((row) => ({ ...toAsked(row), transfers: row.transfers })),
    facts: {
      hottest: hottest[0]?.transfers ?? 0,
      followed: followed[0]?.transfers ?? 0,
      whole: whole[0]?.transfers ?? 0,
    },
  }
}
