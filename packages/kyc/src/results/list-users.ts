import type { Vault } from '@touchstone/common'
import {
  type ClientUserIdentifier,
  findChain,
  type UsersListStatus,
  type UsersPage,
  usersPerPage,
} from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import type { Program } from '../programs/program-store.ts'
import { millisecondText } from './times.ts'
import {
  type AccountRow,
  selectAccounts,
  selectTokens,
  selectUsersPage,
  type TokenRow,
} from './users-list-store.ts'

export async function listUsers(
  context: KycContext,
  input: { program: Program; page: number },
): Promise<UsersPage> {
  const { vault } = context
  const { program, page } = input
  const db = tablesOf(context)
  const { total, rows } = await selectUsersPage(db, {
    programId: program.id,
    offset: (page - 1) * usersPerPage,
    limit: usersPerPage,
  })
  // How the merchant knows a user is told only of those who shared their result.
  const shared = rows.filter((row) => row.completedAt !== null)
  const [accounts, tokens] = await Promise.all([
    selectAccounts(db, { merchantId: program.merchantId, personIds: shared.map((row) => row.personId) }),
    selectTokens(
      db,
      shared.map((row) => row.journeyId),
    ),
  ])

  return {
    total,
    totalPage: Math.ceil(total / usersPerPage),
    users: rows.map((row) => ({
      clientUserIdentifier: accounts
        .filter((account) => account.personId === row.personId)
        .map((account) => {
          const chainId = account.kind === 'wallet' ? account.chainId : program.chainId
          const token = tokens.find((each) => each.journeyId === row.journeyId && each.chainId === chainId)
          return identifierOf(vault, account, chainId, token)
        }),
      completedTimeUnix: millisecondText(row.completedAt),
      ssiWallet: row.ssiWallet,
      status: row.status as UsersListStatus,
      svcAccount: vault.open(row.loginSealed),
      svcId: row.svcId,
    })),
  }
}

/** A wallet with its own chain, any other account with the chain of the program. */
function identifierOf(
  vault: Vault,
  account: AccountRow,
  chainId: string,
  token: TokenRow | undefined,
): ClientUserIdentifier {
  const chain = findChain(chainId)
  const value = vault.open(account.sealed)
  return {
    blockchainId: chain?.blockchainId ?? 0,
    network: chain?.name ?? '',
    tokenId: token?.tokenId ?? '',
    userId: account.kind === 'wallet' ? '' : value,
    walletAddress: account.kind === 'wallet' ? value : '',
  }
}
