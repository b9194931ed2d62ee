import { silentLogger } from '@touchstone/common'
import {
  explainRiskScore,
  getAddressCounterparty,
  getAddressOverview,
  givenSource,
  importTransfers,
  investigateTransactions,
  type KytDesk,
  listLabels,
  refuseRejects,
  type Transfer,
} from '@touchstone/kyt'
import { openRuntime } from '@touchstone/runtime'
import type { World } from '../api/seed-world.ts'
import { settingsOf } from '../api/store-settings.ts'
import { openFreshDesk } from '../ledger/asked.ts'
import { serveRole } from '../support/role.ts'
import { timeInTurns } from '../support/turns.ts'

/** `busy` and `quiet`: how many transfers the two addresses have. */
export type AddressQuestion = { world: World; repeats: number; busy: number; quiet: number }
/** p50 in milliseconds, of the busy address and of the quiet one. */
export type AddressTimes = Record<(typeof names)[number], { busy: number; quiet: number }>

const names = ['report', 'first page', 'page from the middle', 'last page'] as const

const coin = 'USDT-ERC20'
const hex = (kind: string, index: number, digits: number) =>
  `0x${kind}${index.toString(16).padStart(digits - kind.length, '0')}`
const addressOf = (kind: string, index: number) => hex(kind, index, 40)
const busyOne = addressOf('b', 1)
const quietOne = addressOf('a', 1)
/** A fifth of the transfers are with somebody new. */
const transfersOfEach = 5

/** In and out by turns, each transfer in a transaction of its own. */
function* transfersOf(address: string, kind: string, count: number): Generator<Transfer> {
  for (let index = 0; index < count; index++) {
    const other = addressOf(kind, 16 + Math.floor(index / transfersOfEach))
    const isIn = index % 2 === 0
    yield {
      ...{ coin, tx: hex(kind, index + 1, 64), position: 0, block: index + 1, time: 1_600_000_000 + index },
      ...{ from: isIn ? other : address, to: isIn ? address : other, amount: 1_000_000n },
    }
  }
}

/** What the page of an address asks, by the functions that its routes call. No answer is of a cache. */
serveRole<AddressQuestion, AddressTimes>(async ({ world, repeats, ...sizes }, onProgress) => {
  const runtime = await openRuntime({ settings: settingsOf(world.env), logger: silentLogger })
  try {
    for (const [address, kind, count] of [
      [quietOne, 'c', sizes.quiet],
      [busyOne, 'd', sizes.busy],
    ] as const)
      await importTransfers(runtime.kyt, {
        source: givenSource({
          ...{ kind: 'bench', name: kind, transfers: transfersOf(address, kind, count), expected: count },
        }),
        rejects: refuseRejects,
        onProgress: ({ done, total }) => onProgress(done, total),
      })
    const report = async (desk: KytDesk, address: string) => {
      await explainRiskScore(desk, { coin, address })
      await Promise.all([
        listLabels(desk, { coin, address }),
        getAddressOverview(desk, { coin, address }),
        getAddressCounterparty(desk, { coin, address }),
      ])
    }
    const pagesOf = async (address: string) => {
      const desk = await openFreshDesk(runtime.kyt)
      return (await investigateTransactions(desk, { coin, address, page: 1 })).total_pages
    }
    const contendersOf = async (address: string) => {
      const pages = await pagesOf(address)
      const page = (number: number) => async () =>
        await investigateTransactions(await openFreshDesk(runtime.kyt), { coin, address, page: number })
      return [
        async () => await report(await openFreshDesk(runtime.kyt), address),
        ...[page(1), page(Math.ceil(pages / 2)), page(pages)],
      ]
    }
    const contenders = [...(await contendersOf(busyOne)), ...(await contendersOf(quietOne))]
    const times = await timeInTurns({ contenders, turns: repeats, warmupTurns: Math.ceil(repeats / 5) })
    const p50 = (place: number) => times[place]?.p50 ?? Number.NaN
    const rows = names.map((name, place) => [name, { busy: p50(place), quiet: p50(place + names.length) }])
    return Object.fromEntries(rows) as AddressTimes
  } finally {
    await runtime.close()
  }
})
