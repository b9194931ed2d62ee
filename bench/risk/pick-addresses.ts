import { categories, categoryFacts, defaultRiskPolicy } from '@touchstone/kyt'
import type { ClickHouse } from '@touchstone/storage'
import { ordinaryOnes, selectAccounts, toAsked } from '../ledger/asked.ts'
import { chainAddress, type Planted, whaleAddress } from '../ledger/planted-sql.ts'
import type { RiskPicks } from './questions.ts'

export async function pickAddresses(
  clickhouse: ClickHouse,
  wanted: { ordinary: number; cold: number; fresh: number; hot: number; planted: Planted },
): Promise<RiskPicks> {
  const { ordinary, cold, fresh, hot, planted } = wanted
  const many = ordinary + cold + fresh
  const middling = await selectAccounts(clickhouse, ordinaryOnes(many))
  if (middling.length < many) throw new Error('the ledger has too few addresses')
  const bytes = (expressions: readonly string[]) =>
    `(${expressions.map((one) => `unhex(${one})`).join(', ')})`
  const whaleBytes = bytes(planted.whales.map((_, whale) => whaleAddress(whale)))
  const chains = Array.from({ length: planted.chains }, (_, chain) => chainAddress(chain))
  const pools = categories.filter((category) => categoryFacts[category].pooled)
  const hottest = await selectAccounts(
    clickhouse,
    `where address not in ${whaleBytes} order by transfers desc limit ${hot}`,
  )
  const noPool = `address not in ${whaleBytes}
    and address not in (select address from label where category in (${pools.map((pool) => `'${pool}'`).join(', ')}))`
  const followed = await selectAccounts(clickhouse, `where ${noPool} order by transfers desc limit ${hot}`)
  const whole = await selectAccounts(
    clickhouse,
    `where ${noPool} and transfers <= ${defaultRiskPolicy.budget.transfers_of_one} order by transfers desc limit ${hot}`,
  )
  const whales = await selectAccounts(clickhouse, `where address in ${whaleBytes} order by transfers`)
  const deep = await selectAccounts(clickhouse, `where address in ${bytes(chains)}`)
  if (whales.length < planted.whales.length || deep.length < planted.chains) {
    throw new Error('what was planted is not there')
  }
  return {
    ordinary: middling.slice(0, ordinary).map(toAsked),
    cold: middling.slice(ordinary, ordinary + cold).map(toAsked),
    fresh: middling.slice(ordinary + cold).map(toAsked),
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
