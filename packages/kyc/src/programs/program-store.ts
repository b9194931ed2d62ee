import type { ProgramKind } from '@touchstone/contract'
import type { KycDb } from '../context.ts'
import type { Requirements, WalletProof } from './requirements.ts'
import { insertVersion } from './version-store.ts'

export type Program = Requirements & {
  id: number
  merchantId: number
  programNo: string
  name: string
  kind: ProgramKind
  /** The version of the requirements: the newest version, or the version with which a journey started. */
  version: number
  theme: 'auto' | 'light' | 'dark'
  allowedDomains: string[]
  active: boolean
  walletProof: WalletProof
  /** The number of days that must pass after a move before a person's MeID binding can move again. */
  meidRebindDays: number
  /**
   * Whether people who must not look at flashing lights can perform additional movements instead. A reviewer
   * then reviews the recording.
   */
  colourFree: boolean
  /**
   * Whether the requirements in the program's contract include colours. Fixed by the first version whose
   * results go to a contract, because a contract drops all approvals when its requirements change.
   */
  coloursOnChain: boolean
  /** Whether the program is in test mode. Never changes. */
  test: boolean
  createdAt: Date
}

const lastingColumns = [
  'program.id',
  'merchant_id as merchantId',
  'program_no as programNo',
  'name',
  'kind',
  'theme',
  'allowed_domains as allowedDomains',
  'active',
  'wallet_proof as walletProof',
  'meid_rebind_days as meidRebindDays',
  'colour_free as colourFree',
  'colours_on_chain as coloursOnChain',
  'program.test',
  'program.created_at as createdAt',
] as const

const programColumns = [
  ...lastingColumns,
  'version',
  'checks',
  'rules',
  'mint_mode as mintMode',
  'chain_id as chainId',
] as const

export async function insertProgram(db: KycDb, given: Omit<Program, 'id' | 'version'>): Promise<Program> {
  const program = { ...given, version: 1 }
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
      colours_on_chain: program.coloursOnChain,
      test: program.test,
      created_at: program.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertVersion(db, { ...program, id }, program.createdAt)
  await db
    .insertInto('program_total')
    .values({ program_id: id, last_activity_at: new Date(0) })
    .execute()
  await db.insertInto('user_bucket').values({ program_id: id, bucket: 1, size: 0 }).execute()
  return { id, ...program }
}

/**
 * Selects a merchant's programs, oldest first. If a request does not specify a program, the first one that is
 * not in test mode is used.
 */
export async function selectProgramsOf(db: KycDb, merchantId: number): Promise<Program[]> {
  const rows = await db
    .selectFrom('program')
    .select(programColumns)
    .where('merchant_id', '=', merchantId)
    .orderBy('id')
    .execute()
  return rows as Program[]
}

/** Returns all merchants' active programs, except those in test mode, oldest first. */
export async function selectActivePrograms(db: KycDb): Promise<ActiveProgram[]> {
  const rows = await db
    .selectFrom('program')
    .innerJoin('merchant', 'merchant.id', 'program.merchant_id')
    .select([
      'merchant.mch_no as mchNo',
      'program.program_no as programNo',
      'program.name',
      'program.kind',
      'program.checks',
      'program.mint_mode as mintMode',
      'program.chain_id as chainId',
      'program.allowed_domains as allowedDomains',
      'program.test',
    ])
    .where('program.active', '=', true)
    .where('program.test', '=', false)
    .orderBy('program.id')
    .execute()
  return rows as ActiveProgram[]
}

export type ActiveProgram = Pick<
  Program,
  'programNo' | 'name' | 'kind' | 'checks' | 'mintMode' | 'chainId' | 'allowedDomains' | 'test'
> & { mchNo: string }

/**
 * Returns all merchants' programs whose results go to a chain other than the home chain, oldest first.
 */
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

/** `lock` prevents concurrent changes until the transaction ends. */
export async function selectProgramByNo(
  db: KycDb,
  programNo: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Program | undefined> {
  const row = await db
    .selectFrom('program')
    .select(programColumns)
    .where('program_no', '=', programNo)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row as Program | undefined
}

/**
 * Returns the program as of the version with which a journey or its page started, so that requirements do not
 * change during a journey.
 */
export async function selectProgramOf(
  db: KycDb,
  { programId, version }: { programId: number; version: number },
): Promise<Program> {
  const row = await db
    .selectFrom('program')
    .innerJoin('program_version', 'program_version.program_id', 'program.id')
    .select([
      ...lastingColumns,
      'program_version.number as version',
      'program_version.checks',
      'program_version.rules',
      'program_version.mint_mode as mintMode',
      'program_version.chain_id as chainId',
    ])
    .where('program.id', '=', programId)
    .where('program_version.number', '=', version)
    .executeTakeFirstOrThrow()
  return row as Program
}

/** The settings that can change while journeys are in progress. */
export type ChangeableParts = Pick<
  Program,
  | 'active'
  | 'colourFree'
  | 'coloursOnChain'
  | 'name'
  | 'theme'
  | 'allowedDomains'
  | 'walletProof'
  | 'meidRebindDays'
>

export async function updateProgramRow(
  db: KycDb,
  programId: number,
  parts: ChangeableParts & Requirements & { version: number },
): Promise<void> {
  await db
    .updateTable('program')
    .set({
      active: parts.active,
      colour_free: parts.colourFree,
      colours_on_chain: parts.coloursOnChain,
      name: parts.name,
      theme: parts.theme,
      allowed_domains: parts.allowedDomains,
      wallet_proof: parts.walletProof,
      meid_rebind_days: parts.meidRebindDays,
      version: parts.version,
      checks: parts.checks,
      rules: JSON.stringify(parts.rules),
      mint_mode: parts.mintMode,
      chain_id: parts.chainId,
    })
    .where('id', '=', programId)
    .execute()
}

/** Returns the number of users in each of a merchant's programs, keyed by row id. */
export async function selectUsersOfPrograms(db: KycDb, merchantId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('program')
    .innerJoin('program_total', 'program_total.program_id', 'program.id')
    .select(['program.id', 'program_total.users'])
    .where('program.merchant_id', '=', merchantId)
    .execute()
  return new Map(rows.map(({ id, users }) => [id, users]))
}
