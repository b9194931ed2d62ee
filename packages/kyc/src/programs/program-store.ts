import type { MintMode, ProgramKind } from '@touchstone/contract'
import type { KycDb } from '../context.ts'
import type { CheckName } from './checks.ts'
import type { WalletProof } from './wallet-proof.ts'

export type ProgramRules = {
  minimumAge?: number
  allowedCountries?: string[]
  barredCountries?: string[]
  /** Of accredited investors, in whole US dollars: one of the two has to be reached. */
  minimumIncome?: number
  minimumNetWorth?: number
}

export type Program = {
  id: number
  merchantId: number
  programNo: string
  name: string
  kind: ProgramKind
  checks: CheckName[]
  rules: ProgramRules
  mintMode: MintMode
  chainId: string
  theme: 'auto' | 'light' | 'dark'
  allowedDomains: string[]
  active: boolean
  walletProof: WalletProof
  /** For so many days a person's binding of a MeID account, once moved, stays where it is. */
  meidRebindDays: number
  /** Who must not look at flashing light may do more movements instead, and a person of the operator's decides. */
  colourFree: boolean
  createdAt: Date
}

const programColumns = [
  'id',
  'merchant_id as merchantId',
  'program_no as programNo',
  'name',
  'kind',
  'checks',
  'rules',
  'mint_mode as mintMode',
  'chain_id as chainId',
  'theme',
  'allowed_domains as allowedDomains',
  'active',
  'wallet_proof as walletProof',
  'meid_rebind_days as meidRebindDays',
  'colour_free as colourFree',
  'created_at as createdAt',
] as const

export async function insertProgram(db: KycDb, program: Omit<Program, 'id'>): Promise<Program> {
  const { id } = await db
    .insertInto('program')
    .values({
      merchant_id: program.merchantId,
      program_no: program.programNo,
      name: program.name,
      kind: program.kind,
      checks: program.checks,
      rules: JSON.stringify(program.rules),
      mint_mode: program.mintMode,
      chain_id: program.chainId,
      theme: program.theme,
      allowed_domains: program.allowedDomains,
      active: program.active,
      wallet_proof: program.walletProof,
      meid_rebind_days: program.meidRebindDays,
      colour_free: program.colourFree,
      created_at: program.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('program_total')
    .values({ program_id: id, last_activity_at: new Date(0) })
    .execute()
  await db.insertInto('user_bucket').values({ program_id: id, bucket: 1, size: 0 }).execute()
  return { id, ...program }
}

/** Oldest first: the first is the one meant when a request names none. */
export async function selectProgramsOf(db: KycDb, merchantId: number): Promise<Program[]> {
  const rows = await db
    .selectFrom('program')
    .select(programColumns)
    .where('merchant_id', '=', merchantId)
    .orderBy('id')
    .execute()
  return rows as Program[]
}

/** Of all merchants: those whose results go to another chain than the home chain, the oldest first. */
export async function selectProgramsOnChain(
  db: KycDb,
): Promise<(Pick<Program, 'programNo' | 'name' | 'kind' | 'mintMode' | 'active'> & { mchNo: string })[]> {
  const rows = await db
    .selectFrom('program')
    .innerJoin('merchant', 'merchant.id', 'program.merchant_id')
    .select([
      'merchant.mch_no as mchNo',
      'program.program_no as programNo',
      'program.name',
      'program.kind',
      'program.mint_mode as mintMode',
      'program.active',
    ])
    .where('program.mint_mode', '<>', 'cross-chain')
    .orderBy('program.id')
    .execute()
  return rows as Awaited<ReturnType<typeof selectProgramsOnChain>>
}

export async function selectProgramByNo(db: KycDb, programNo: string): Promise<Program | undefined> {
  const row = await db
    .selectFrom('program')
    .select(programColumns)
    .where('program_no', '=', programNo)
    .executeTakeFirst()
  return row as Program | undefined
}

export async function selectProgramById(db: KycDb, id: number): Promise<Program> {
  const row = await db
    .selectFrom('program')
    .select(programColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row as Program
}

/** What may be changed while people are on their way. */
export type ChangeableParts = Pick<
  Program,
  'active' | 'colourFree' | 'name' | 'theme' | 'allowedDomains' | 'walletProof' | 'meidRebindDays'
>

export async function updateProgramRow(db: KycDb, programId: number, parts: ChangeableParts): Promise<void> {
  await db
    .updateTable('program')
    .set({
      active: parts.active,
      colour_free: parts.colourFree,
      name: parts.name,
      theme: parts.theme,
      allowed_domains: parts.allowedDomains,
      wallet_proof: parts.walletProof,
      meid_rebind_days: parts.meidRebindDays,
    })
    .where('id', '=', programId)
    .execute()
}

/** By the number of the row: how many users each program of a merchant has. */
export async function selectUsersOfPrograms(db: KycDb, merchantId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('program')
    .innerJoin('program_total', 'program_total.program_id', 'program.id')
    .select(['program.id', 'program_total.users'])
    .where('program.merchant_id', '=', merchantId)
    .execute()
  return new Map(rows.map(({ id, users }) => [id, users]))
}
