import { dayOf } from '@touchstone/credential'
import type { Program } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { sendSuspension } from '../people/ask-request.ts'
import { selectLimited, selectRevokedIssued, selectUsableIssued } from '../people/issued-credential-store.ts'
import { selectWaitingPeople } from '../people/person-request-store.ts'
import { programOnChain } from '../program-on-chain.ts'
import { revocationJob } from '../revocation/finish-revocation.ts'
import { lockPerson, selectPeopleEndedAt } from '../revocation/merchant-ending-store.ts'
import { handleEnding } from '../revocation/order-revocation.ts'
import { upsertRegisteredProgram } from '../revocation/program-on-chain-store.ts'
import { insertEndings, insertRevocation, reopenEnding } from '../revocation/revocation-store.ts'
import { reopenSuspensions } from '../revocation/suspension-store.ts'

/**
 * Registers the program's requirements with the contract. The first registration also publishes the
 * merchant's earlier revocations, endings of relationships and suspensions, which are missing from the contract if it is
 * new or if the program has moved to its chain. It also revokes credentials that are limited to other
 * merchants.
 */
export async function registerOnChain(
  context: VerificationContext,
  { program, merchant }: { program: Program; merchant: { mchNo: string } },
): Promise<void> {
  const { chainId, programNo } = program
  const onChain = programOnChain(merchant.mchNo, program)
  // Throws if the program cannot be registered on that chain.
  const verifier = (await context.chains.verifierAddress(chainId)).toLowerCase()
  const at = new Date(context.clock.now())
  const reopened = await journeyTablesOf(context)
    .transaction()
    .execute(async (db) => {
      if (!(await upsertRegisteredProgram(db, { programId: program.id, chainId, verifier, at })))
        return { revocations: [], suspended: [] }
      const opened = new Set<number>()
      await reopenSuspensions(db, { chainId, cooperator: onChain.cooperator.toLowerCase() })
      const publish = async (credentialId: string, revocationId: number) => {
        const ending = handleEnding(credentialId, { chainId, programNo, mchNo: merchant.mchNo })
        await insertEndings(db, revocationId, [ending])
        for (const id of await reopenEnding(db, ending)) opened.add(id)
      }
      for (const { credentialId, revocationId } of await selectRevokedIssued(db, dayOf(at.getTime())))
        await publish(credentialId, revocationId)
      for (const personId of await selectPeopleEndedAt(db, program.id)) {
        await lockPerson(db, personId)
        const revocationId = await insertRevocation(db, { personId, reason: 'ended', burns: false, at })
        for (const credentialId of await selectUsableIssued(db, personId))
          await publish(credentialId, revocationId)
        opened.add(revocationId)
      }
      const today = dayOf(at.getTime())
      const limited = await selectLimited(db, { today, exceptMerchant: program.merchantId })
      const ofPeople = new Map<number, number>()
      for (const { credentialId, personId } of limited) {
        const order = { personId, reason: 'limited', burns: false, at } as const
        const revocationId = ofPeople.get(personId) ?? (await insertRevocation(db, order))
        ofPeople.set(personId, revocationId)
        await publish(credentialId, revocationId)
        opened.add(revocationId)
      }
      return { revocations: [...opened], suspended: await selectWaitingPeople(db) }
    })
  for (const revocationId of reopened.revocations) await context.jobs.send(revocationJob, { revocationId })
  for (const personId of reopened.suspended) await sendSuspension(context, personId)
  await context.chains.ensureRegistered(chainId, onChain)
}
