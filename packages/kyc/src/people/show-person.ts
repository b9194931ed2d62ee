import { UserError } from '@touchstone/common'
import { findChain, type Person } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { selectProgramsOf } from '../programs/program-store.ts'
import { accountColumn } from '../sealed-columns.ts'
import {
  type PersonAccountRow,
  type PersonJourneyRow,
  selectPersonAccounts,
  selectPersonAt,
  selectPersonJourneys,
} from './person-view-store.ts'

type JourneyView = Person['journeys'][number]
type AccountView = JourneyView['accounts'][number]

/** Returns the URL of the block explorer's page for an address, or null if the chain has no explorer. */
export type ExplorerOf = (chainId: string, address: string) => string | null

/**
 * Returns the data that a merchant can see about a person: the journeys in the merchant's own programs, and
 * the wallets used in these journeys. The result contains no login, email address or document data.
 */
export async function showPerson(
  context: KycContext,
  of: { mchNo: string; svcId: string },
  explorerOf: ExplorerOf,
): Promise<Omit<Person, 'endings'>> {
  const db = tablesOf(context)
  const person = await selectPersonAt(db, of)
  if (!person) throw unknownPerson()
  const journeys = await selectPersonJourneys(db, person)
  const accounts = await selectPersonAccounts(
    db,
    journeys.map(({ id }) => id),
  )
  const programs = new Map((await selectProgramsOf(db, person.merchantId)).map((each) => [each.id, each]))
  const views = journeys.flatMap((journey): JourneyView[] => {
    const program = programs.get(journey.programId)
    if (!program) return []
    return [
      {
        ...{ programNo: program.programNo, programName: program.name },
        ...{ kind: program.kind, test: program.test },
        ...stateOf(journey),
        journal: journey.journal,
        checks: journey.checks,
        accounts: accounts
          .filter(({ journeyId }) => journeyId === journey.id)
          .map((account) => accountView(context, account)),
        tokens: journey.tokens.map((token) => ({
          ...token,
          chain: findChain(token.chainId)?.name ?? token.chainId,
          // Use the wallet on the person's device, to which the token was minted.
          explorer: explorerOf(token.chainId, person.ssiWallet),
        })),
      },
    ]
  })
  return { svcId: person.svcId, ssiWallet: person.ssiWallet, journeys: views }
}

function stateOf(journey: PersonJourneyRow) {
  return {
    status: journey.status as JourneyView['status'],
    attempt: journey.attempt,
    version: journey.version,
    reason: journey.reasonCode,
    activityAt: journey.activityAt.toISOString(),
    completedAt: timeOf(journey.completedAt),
    endedAt: timeOf(journey.withdrawnAt),
    expiredAt: timeOf(journey.expiredAt),
  }
}

function accountView({ vault }: Pick<KycContext, 'vault'>, account: PersonAccountRow): AccountView {
  const { kind, journeyId, fingerprint, sealed } = account
  return {
    ...{ kind, chainId: account.chainId, agreedAt: account.agreedAt.toISOString() },
    address: kind === 'wallet' ? vault.open(sealed, accountColumn.at(journeyId, fingerprint)) : null,
    provenAt: timeOf(account.provenAt),
    consentedAt: timeOf(account.consentedAt),
    grantedAt: timeOf(account.grantedAt),
    onChainAt: timeOf(account.onChainAt),
    endedAt: timeOf(account.revokedAt),
  }
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null
}

/** Returns the same error for an unknown number and for a person of another merchant. */
export function unknownPerson(
  message = 'There is no person with this number in this merchant’s programs.',
  remedy = 'Find the person in the list.',
): UserError {
  return new UserError({ code: 'person.unknown', message, remedy })
}
