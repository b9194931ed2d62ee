import { randomBytes } from 'node:crypto'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { anonymiseEvents } from '../events/event-store.ts'
import { loginColumn } from '../sealed-columns.ts'
import { deleteAccountsOf } from './account-store.ts'
import { endGrants } from './end-grants.ts'
import {
  deleteTokens,
  replaceLogin,
  selectJourneysOf,
  selectLogin,
  selectPersonId,
  selectSvcId,
  selectTokensOf,
} from './person-store.ts'

export type PersonsToken = { journeyId: number; chainId: string; tokenId: string }

export async function tokensOfPerson(context: KycContext, personId: number): Promise<PersonsToken[]> {
  return await selectTokensOf(tablesOf(context), personId)
}

/** Deletes the record of a token that was burned. */
export async function deleteToken(
  context: KycContext,
  token: { chainId: string; tokenId: string },
): Promise<void> {
  await deleteTokens(tablesOf(context), token)
}

/** Returns the number of the person with this id. */
export async function findPersonId(context: KycContext, svcId: string): Promise<number | undefined> {
  return await selectPersonId(tablesOf(context), svcId)
}

/** Returns a person's login: an e-mail address or a wallet. */
export async function loginOfPerson(context: KycContext, personId: number): Promise<string> {
  const { svcId, sealed } = await selectLogin(tablesOf(context), personId)
  return context.vault.open(sealed, loginColumn.at(svcId))
}

/**
 * Deletes a person's login and accounts, which could identify the person. The journeys are kept in anonymous
 * form for the journal and the statistics, and the events no longer identify the person. `also` writes additional changes in the same transaction, before
 * the accounts are deleted.
 */
export async function forgetLogin(
  context: KycContext,
  personId: number,
  also?: (db: KycDb) => Promise<void>,
): Promise<{ accounts: number; journeys: number }> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      await also?.(db)
      const journeys = await selectJourneysOf(db, personId)
      const at = new Date(context.clock.now())
      for (const { id: journeyId } of journeys)
        await endGrants(db, {
          ...{ journeyId, moment: 'revoked', actor: 'server', reasonCode: 'person.forgotten', at },
        })
      const journeyIds = journeys.map(({ id }) => id)
      await anonymiseEvents(db, journeyIds)
      const accounts = await deleteAccountsOf(db, personId)
      // Replace the login with a random one that is not stored anywhere, so that nobody can log in with it.
      await replaceLogin(db, personId, {
        fingerprint: randomBytes(32),
        sealed: context.vault.seal('forgotten', loginColumn.at(await selectSvcId(db, personId))),
      })
      return { accounts, journeys: journeys.length }
    })
}
