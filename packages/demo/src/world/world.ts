import { type AccountOf, createAccounts } from './account.ts'
import { type Agenda, createAgenda } from './agenda.ts'
import { type Books, createBooks } from './books.ts'
import { worldEnd } from './calendar.ts'
import { createDice, type Dice } from './dice.ts'
import { createMarket, type Market } from './market.ts'

/** The state that all planned activities share. */
export type World = {
  readonly account: AccountOf
  readonly agenda: Agenda
  readonly books: Books
  readonly dice: Dice
  readonly market: Market
}

export function createWorld(): World {
  return {
    account: createAccounts(),
    // Leaves the last minutes of the demo world empty, so that every transaction is in a block before the
    // end.
    agenda: createAgenda(worldEnd - 1_200),
    books: createBooks(createDice('demo/fees')),
    dice: createDice('demo/life'),
    market: createMarket(),
  }
}
