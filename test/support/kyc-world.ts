import { createManualClock, createSeededRandom, createVault, type ManualClock } from '@touchstone/common'
import {
  createMerchant,
  createProgram,
  type KycContext,
  kycMigrations,
  type Program,
  type ProgramInput,
  startChains,
} from '@touchstone/kyc'
import { type Database, migrate } from '@touchstone/storage'

export type KycWorld = KycContext & { clock: ManualClock }

export const startOfTest = Date.UTC(2026, 10, 15, 12)

let worlds = 0

/** A migrated store and a clock that the test sets. */
export async function createKycWorld(
  database: Database,
  { migrations = kycMigrations }: { migrations?: typeof kycMigrations } = {},
): Promise<KycWorld> {
  await migrate({ database, migrations })
  const world = {
    database,
    clock: createManualClock(startOfTest),
    // Several worlds can share a store, so identifiers must differ between worlds, but must be the same in
    // every run.
    random: createSeededRandom(`world ${worlds++}`),
    vault: createVault('a master secret for tests, 32 characters and more'),
  }
  await startChains(world, { hasEntries: false })
  return world
}

export async function createMerchantWithProgram(
  world: KycWorld,
  program: Partial<ProgramInput> = {},
): Promise<{ mchNo: string; merchantId: number; apiKey: string; keyId: string; program: Program }> {
  const { merchant, apiKey, keyId } = await createMerchant(world, { name: 'Test merchant' })
  const made = await createProgram(world, {
    mchNo: merchant.mchNo,
    name: 'Test program',
    kind: 'KYC',
    active: true,
    ...program,
  })
  return { mchNo: merchant.mchNo, merchantId: merchant.id, apiKey, keyId, program: made }
}
