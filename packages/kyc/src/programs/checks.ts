import type { ProgramKind } from '@touchstone/contract'

/** The checks a program can ask for, under the names of the results' verifier values. */
export const checkNames = ['sanction', 'age', 'citizenship', 'location', 'unique', 'countryRegion'] as const
export type CheckName = (typeof checkNames)[number]

/** Which checks each kind of program may have; those of the kinds with one choice are always on. */
export const checksOfKind: Record<
  ProgramKind,
  { possible: readonly CheckName[]; always: readonly CheckName[] }
> = {
  KYC: { possible: ['sanction', 'age', 'citizenship', 'location', 'unique'], always: [] },
  MeID: { possible: ['unique'], always: ['unique'] },
  PoA: { possible: ['countryRegion'], always: [] },
  PoAI: { possible: [], always: [] },
}
