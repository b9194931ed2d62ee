import { cooperatorOf } from '@touchstone/chain'
import type { Vault } from '@touchstone/common'
import { revocationHandleOf } from '@touchstone/credential'
import { accountColumn } from '@touchstone/kyc'
import type { VerificationContext, VerificationDb } from '../context.ts'
import { InvalidStateError } from '../journey/invalid-state-error.ts'
import { selectLastRevocation } from '../journey/verification-store.ts'
import { isAnyIssued, revokeIssued, selectUsableIssued } from '../people/issued-credential-store.ts'
import { insertMerchantEvent, lockPerson, type Relationship } from './merchant-ending-store.ts'
import {
  type RegisteredProgram,
  selectRegisteredPrograms,
  selectWalletsOnChain,
  type WalletOnChain,
} from './program-on-chain-store.ts'
import {
  type ChainEnding,
  insertEndings,
  insertRevocation,
  type RevocationReason,
} from './revocation-store.ts'

export type RevocationOrder = {
  personId: number
  reason: RevocationReason
  /**
   * Limits the revocation to this merchant. The credential and the results shared with other merchants
   * remain.
   */
  merchantId?: number
  /** Only these journeys. */
  journeyIds?: readonly number[]
  /**
   * Limits the revocation to credentials that expired before this day. If omitted, all credentials are
   * revoked.
   */
  expiredBefore?: number
  /** Whether the tokens are also burned. */
  burns: boolean
  /**
   * Set if the merchant ends the relationship in one program or, if the program is null, in all of its
   * programs. Proofs from the person's existing and later credentials are then rejected in these programs
   * until the person agrees again.
   */
  ending?: { merchantId: number; programId: number | null }
}

/**
 * Records which on-chain entries to revoke, within the transaction that revokes them in the store, because
 * the data that identifies the entries is deleted afterwards. `finishRevocation` publishes the revocation.
 * The returned function resolves to the revocation's number, or to undefined if there is nothing to revoke.
 */
export function orderRevocation(
  context: VerificationContext,
  order: RevocationOrder,
): (db: VerificationDb) => Promise<number | undefined> {
  const { personId, reason, burns, merchantId, ending } = order
  const isAll = merchantId === undefined
  return async (db) => {
    const at = new Date(context.clock.now())
    const grants = (await selectWalletsOnChain(db, order)).map((wallet) => grantEnding(context.vault, wallet))
    const hasCredential = isAll && (await isAnyIssued(db, order))
    const proofs = ending === undefined ? [] : await endProofs(db, { ...ending, personId }, at)
    if (!burns && !hasCredential && grants.length + proofs.length === 0) return undefined
    const revocationId = await insertRevocation(db, { personId, reason, burns, at })
    await insertEndings(db, revocationId, [...grants, ...proofs])
    if (!hasCredential) return revocationId
    const asked = await selectRegisteredPrograms(db)
    const issued = await revokeIssued(db, { ...order, revocationId })
    const handles = issued.flatMap((credential) => asked.map((program) => handleEnding(credential, program)))
    await insertEndings(db, revocationId, handles)
    return revocationId
  }
}

/**
 * Locks the person and throws if credentials have been revoked since `lastRevocation` was read. Call this
 * function in a transaction that stores credentials, before the transaction revokes any. Without it, findings
 * that were read before a revocation would become valid again. The caller's step is then repeated.
 */
export async function requireUnrevoked(
  db: VerificationDb,
  { personId, lastRevocation }: { personId: number; lastRevocation: number | undefined },
): Promise<void> {
  await lockPerson(db, personId)
  if ((await selectLastRevocation(db, { personId })) !== lastRevocation)
    throw new InvalidStateError('credential.revoked', 'the credentials have been revoked in the meantime')
}

/** Records that a merchant ended the relationship, and returns the handles of all the person's credentials. */
async function endProofs(db: VerificationDb, of: Relationship, at: Date): Promise<Omit<ChainEnding, 'id'>[]> {
  await lockPerson(db, of.personId)
  await insertMerchantEvent(db, of, 'ended', at)
  const programs = await selectRegisteredPrograms(db, of)
  const credentials = await selectUsableIssued(db, of.personId)
  return credentials.flatMap((id) => programs.map((program) => handleEnding(id, program)))
}

function grantEnding(vault: Vault, wallet: WalletOnChain): Omit<ChainEnding, 'id'> {
  const { chainId, journeyId, fingerprint, sealed } = wallet
  const cooperator = cooperatorOf(numbersOf(wallet)).toLowerCase()
  const user = vault.open(sealed, accountColumn.at(journeyId, fingerprint))
  return { chainId, kind: 'grant', cooperator, what: user.toLowerCase() }
}

/** Returns a credential's revocation handle for a program, for publication on the program's chain. */
export function handleEnding(credentialId: string, program: RegisteredProgram): Omit<ChainEnding, 'id'> {
  const numbers = numbersOf(program)
  const handle = revocationHandleOf(BigInt(credentialId), numbers.merchant, numbers.program)
  const cooperator = cooperatorOf(numbers).toLowerCase()
  return { chainId: program.chainId, kind: 'handle', cooperator, what: String(handle) }
}

function numbersOf({ mchNo, programNo }: RegisteredProgram): { merchant: bigint; program: bigint } {
  return { merchant: BigInt(mchNo.slice(1)), program: BigInt(programNo) }
}
