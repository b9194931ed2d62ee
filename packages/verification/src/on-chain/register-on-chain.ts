import { dayOf } from '@touchstone/credential'
import type { Program } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { selectRevokedIssued } from '../people/issued-credential-store.ts'
import { programOnChain } from '../program-on-chain.ts'
import { revocationJob } from '../revocation/finish-revocation.ts'
import { handleEnding } from '../revocation/order-revocation.ts'
import { upsertRegisteredProgram } from '../revocation/program-on-chain-store.ts'
import { insertEndings, reopenEnding, updateRevocation } from '../revocation/revocation-store.ts'

/**
 * Registers the program's requirements with the contract. The first registration also publishes earlier
 * revocations, which the contract does not know yet if the contract is new or the program has moved to its
 * chain.
 */
export async function registerOnChain(
  context: VerificationContext,
  { program, merchant }: { program: Program; merchant: { mchNo: string } },
): Promise<void> {
  const { chainId, programNo } = program
  // Throws if the program cannot be registered on that chain.
  const verifier = (await context.chains.verifierAddress(chainId)).toLowerCase()
  const at = new Date(context.clock.now())
  const reopened = await journeyTablesOf(context)
    .transaction()
    .execute(async (db) => {
      if (!(await upsertRegisteredProgram(db, { programId: program.id, chainId, verifier, at }))) return []
      const revoked = await selectRevokedIssued(db, dayOf(at.getTime()))
      for (const { credentialId, revocationId } of revoked) {
        const ending = handleEnding(credentialId, { chainId, programNo, mchNo: merchant.mchNo })
        await insertEndings(db, revocationId, [ending])
        await reopenEnding(db, ending)
        await updateRevocation(db, revocationId, null)
      }
      return revoked
    })
  for (const { revocationId } of reopened) await context.jobs.send(revocationJob, { revocationId })
  await context.chains.ensureRegistered(chainId, programOnChain(merchant.mchNo, program))
}
