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
import { accountColumn, loginColumn } from '../sealed-columns.ts'
import { millisecondText } from './times.ts'
import { selectUsersPage, type UserRow } from './users-list-store.ts'
import { testMark } from './verdict.ts'

export async function listUsers(
  context: KycContext,
  input: { program: Program; page: number },
): Promise<UsersPage> {
  const { program, page } = input
  const { total, rows } = await selectUsersPage(tablesOf(context), {
    programId: program.id,
    offset: (page - 1) * usersPerPage,
    limit: usersPerPage,
  })
  return {
    total,
    totalPage: Math.ceil(total / usersPerPage),
    ...testMark(program),
    users: rows.map((row) => ({
      clientUserIdentifier: identifiersOf(context.vault, program, row),
      completedTimeUnix: millisecondText(row.completedAt),
      ssiWallet: row.ssiWallet,
      status: row.status as UsersListStatus,
      svcAccount: context.vault.open(row.loginSealed, loginColumn.at(row.svcId)),
      svcId: row.svcId,
    })),
  }
}

/**
 * Returns one entry per account: a wallet with its own chain, or any other account with the program's chain.
 */
function identifiersOf(vault: Vault, program: Program, row: UserRow): ClientUserIdentifier[] {
  return (row.accounts ?? []).map((account) => {
    const chainId = account.kind === 'wallet' ? account.chainId : program.chainId
    const chain = findChain(chainId)
    const place = accountColumn.at(account.journeyId, account.fingerprint)
    const value = vault.open(Buffer.from(account.sealed, 'base64'), place)
    return {
      blockchainId: chain?.blockchainId ?? 0,
      network: chain?.name ?? '',
      tokenId: row.tokens?.find((token) => token.chainId === chainId)?.tokenId ?? '',
      userId: account.kind === 'wallet' ? '' : value,
      walletAddress: account.kind === 'wallet' ? value : '',
    }
  })
}
