import { type AccountOf, createAccounts } from './account.ts'
import { type Agenda, createAgenda } from './agenda.ts'
import { type Books, createBooks } from './books.ts'
import { worldEnd } from './calendar.ts'
import { createDice, type Dice } from './dice.ts'
import { createMarket, type Market } from './market.ts'

/** All that the deeds of the world's people work on. */
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
    // The last minutes stay empty: a block that takes something up must not lie after the end.
    agenda: createAgenda(worldEnd - 1_200),
    books: createBooks(createDice('demo/fees')),
    dice: createDice('demo/life'),
    market: createMarket(),
  }
}
