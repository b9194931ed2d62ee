import { busyAddress } from '../ledger/planted.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import type { AddressAnswer, AddressQuestion, AddressTimes } from './ask-address.ts'
import type { Bench } from './sizes.ts'

/**
 * On PostgreSQL, compares the page for an address that has very many transfers with the page for an address
 * whose transfers fit on one page.
 */
export async function measureAddress(bench: Bench): Promise<PartReport> {
  const { transfers, fewTransfers, repeats } = bench.sizes
  const [quiet, busy] = [`0x${busyAddress(0)}`, `0x${busyAddress(1)}`]
  const open = bench.fixture.ledgers<AddressQuestion, AddressAnswer, undefined>({
    module: new URL('./ask-address.js', import.meta.url),
    plant: (total) => ({ total, whales: [], chains: 0, busy: [fewTransfers, transfers] }),
    pick: async () => undefined,
  })
  // The ledger contains only the transfers of the busy and the quiet address.
  const { ledger, discard } = await open('server', 0)
  bench.progress(`querying an address with ${shown.count(transfers)} transfers`)
  const { times } = await ledger.ask({ do: 'times', coin: 'USDT-ERC20', quiet, busy, repeats })
  await discard()
  const first = times['first page']
  const names = Object.keys(times) as (keyof AddressTimes)[]
  return {
    tables: [
      {
        title: 'Address page, PostgreSQL: p50 in ms, one query at a time, uncached',
        head: [
          'question',
          `${shown.count(fewTransfers)} transfers`,
          `${shown.count(transfers)} transfers`,
          'relative to first',
        ],
        rows: names.map((name) => [
          ...[name, shown.ms(times[name].quiet), shown.ms(times[name].busy)],
          shown.times(times[name].busy / times[name].quiet),
        ]),
      },
    ],
    targets: [
      target(
        'a busy address: first page of transfers, relative to a quiet address',
        first.busy / first.quiet,
        {
          atMost: 3,
        },
      ),
      target(
        'a busy address: middle page, relative to the first page',
        times['middle page'].busy / first.busy,
        { atMost: 3 },
      ),
      target('a busy address: last page, relative to the first page', times['last page'].busy / first.busy, {
        atMost: 3,
      }),
      target(
        'a busy address: both directions in the explorer',
        times.expand.busy,
        { atMost: 300 },
        (value) => `${shown.ms(value)} ms`,
      ),
      target(
        'a busy address: report, relative to the first page of its transfers',
        times.report.busy / first.busy,
        { atMost: 20 },
      ),
    ],
    data: { transfers, fewTransfers, ...times },
  }
}
