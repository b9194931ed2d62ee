import { accountColumn, deleteToken, selectSvcId, tablesOf, tokensOfPerson } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { everyToken } from '../people/every-token.ts'
import { mintOrder } from '../people/mint-order.ts'
import { isProvenToContract } from '../program-on-chain.ts'
import { selectSharedWallets } from './program-on-chain-store.ts'
import {
  type ChainEnding,
  insertEndings,
  type Revocation,
  selectOpenEndings,
  selectOpenRevocations,
  selectRevocation,
  updateEnding,
  updateRevocation,
} from './revocation-store.ts'

/** The name of the job that publishes a revocation on chains after it was written to the store. */
export const revocationJob = 'revocation'

/** The number of transactions that one job runs concurrently. */
const atOnce = 50

/**
 * Requests the job for a revocation that the caller's transaction writes. Does not wait for the request,
 * because an embedded store cannot add the job before the transaction ends. The job starts after a second. If
 * the request is lost, `resumeRevocations` repeats it.
 */
export function sendAfterCommit(context: VerificationContext, revocationId: number): void {
  context.jobs.send(revocationJob, { revocationId }, { afterSeconds: 1 }).catch((error: unknown) => {
    const reason = (error as Error).message
    context.logger.warn({ reason }, 'the job for a revocation could not be requested')
  })
}

/**
 * Publishes a revocation on chains and returns once every transaction is final. Idempotent: an interrupted
 * call can be repeated. A failing chain does not delay the other chains.
 */
export async function finishRevocation(context: VerificationContext, revocationId: number): Promise<void> {
  const db = journeyTablesOf(context)
  const revocation = await selectRevocation(db, revocationId)
  if (!revocation || revocation.finalAt) return
  if (revocation.burns) await orderBurns(context, revocationId, revocation.personId)
  const open = await selectOpenEndings(db, revocationId)
  const failures: unknown[] = []
  for (let from = 0; from < open.length; from += atOnce) {
    const results = await Promise.allSettled(
      open.slice(from, from + atOnce).map(async (ending) => {
        await end(context, ending)
        await updateEnding(db, ending.id, new Date(context.clock.now()))
      }),
    )
    for (const result of results) if (result.status === 'rejected') failures.push(result.reason)
  }
  if (failures.length > 0) throw failures[0]
  if (revocation.reason === 'moved') await replaceApprovals(context, revocation)
  await updateRevocation(db, revocationId, new Date(context.clock.now()))
}

export async function finishRevocationsOf(context: VerificationContext, personId: number): Promise<void> {
  for (const id of await selectOpenRevocations(journeyTablesOf(context), personId))
    await finishRevocation(context, id)
}

/**
 * Resumes all unfinished revocations. Runs after startup and every day, because a chain can be unavailable
 * for longer than the period in which a job is retried.
 */
export async function resumeRevocations(context: VerificationContext): Promise<void> {
  for (const revocationId of await selectOpenRevocations(journeyTablesOf(context)))
    await context.jobs.send(revocationJob, { revocationId })
}

/**
 * Adds the burning of the person's tokens, including tokens that are still being minted, to the revocation.
 */
async function orderBurns(
  context: VerificationContext,
  revocationId: number,
  personId: number,
): Promise<void> {
  const db = journeyTablesOf(context)
  const svcId = await selectSvcId(tablesOf(context.kyc), personId)
  const tokens = await everyToken(context, { personId, svcId })
  const endings = tokens.map(({ chainId, tokenId }) => ({
    chainId,
    kind: 'token' as const,
    cooperator: '',
    what: tokenId,
  }))
  await insertEndings(db, revocationId, endings)
}

/**
 * Grants the results that the person had approved with proofs from the previous device. These approvals ended
 * when the handles were revoked, although the person still shares the results.
 */
async function replaceApprovals(context: VerificationContext, { id, personId }: Revocation): Promise<void> {
  const tokens = await tokensOfPerson(context.kyc, personId)
  for (const wallet of await selectSharedWallets(journeyTablesOf(context), personId)) {
    const state = await loadState(context, wallet.journeyId)
    const { chainId } = state.program
    const token = tokens.find((each) => each.journeyId === wallet.journeyId && each.chainId === chainId)
    if (!isProvenToContract(state.program) || !token) continue
    const { cooperator, validUntil } = await mintOrder(context, state)
    const minter = await context.chains.minter(chainId)
    const call = {
      cooperator,
      user: context.vault.open(
        wallet.sealed,
        accountColumn.at(wallet.journeyId, wallet.fingerprint),
      ) as `0x${string}`,
      validUntil,
    }
    await minter.requestGrant({ ...call, tokenId: BigInt(token.tokenId), id: `moved ${id}` })
  }
}

async function end(context: VerificationContext, ending: ChainEnding): Promise<void> {
  const { id, chainId, kind, what } = ending
  const minter = await context.chains.minter(chainId)
  const cooperator = ending.cooperator as `0x${string}`
  switch (kind) {
    case 'grant':
      await minter.revokeGrant({ cooperator, user: what as `0x${string}`, id: String(id) })
      return
    case 'handle':
      await minter.revokeHandle({ handle: BigInt(what) })
      return
    case 'token':
      await minter.burn({ tokenId: BigInt(what) })
      await deleteToken(context.kyc, { chainId, tokenId: what })
  }
}
