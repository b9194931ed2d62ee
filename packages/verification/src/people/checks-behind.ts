import {
  type AnyCredential,
  credentialSchema,
  type PerformedCheck,
  performedOf,
} from '@touchstone/credential'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { selectPassedChecks } from './person-journeys-store.ts'

/**
 * What was checked before a credential was issued. One of the schema before does not say it: then the journal does, but only
 * of what left its trace in the credential.
 */
export async function checksBehind(
  context: VerificationContext,
  personId: number,
  credential: AnyCredential,
): Promise<PerformedCheck[]> {
  if (credential.schema === credentialSchema) return [...credential.checks]
  const passed = await selectPassedChecks(journeyTablesOf(context), personId)
  const { citizenship, sanctionResult, location, residence, accreditation } = credential.attributes
  const traces: Partial<Record<PerformedCheck, boolean>> = {
    document: citizenship !== '',
    'face-match': citizenship !== '',
    sanction: sanctionResult === 1,
    location: location !== '',
    address: residence !== '',
    accreditation: accreditation > 0,
  }
  return performedOf(passed).filter((check) => traces[check] ?? true)
}
