import type { Account } from './account.ts'
import type { WorldCoin } from './coins.ts'
import type { World } from './world.ts'

/** The percentage of a balance that one receiver gets. */
export type Share = { readonly to: Account; readonly parts: number }

/**
 * Splits the account's balance at the start of the window by percentage, and sends the parts at random times
 * within the window. The remaining percentage stays in the account.
 */
export function launder(
  world: World,
  options: {
    readonly from: Account
    readonly coin: WorldCoin
    readonly shares: readonly Share[]
    readonly begin: number
    readonly end: number
  },
): void {
  const { agenda, books, dice } = world
  const { from, coin, shares, begin, end } = options
  agenda.at(begin, (now) => {
    const amount = books.spendable(from, coin, now)
    for (const { to, parts } of shares) {
      const exact = (amount * BigInt(Math.round(parts * 100))) / 10_000n
      const sent = exact - (exact % coin.grain)
      agenda.at(dice.between(begin, end), (later) =>
        books.transact(later, [{ coin, from, to, amount: sent }], from),
      )
    }
  })
}
