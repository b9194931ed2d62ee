import {
  accreditedInvestorChainIds,
  chains,
  type MintMode,
  mintModes,
  type ProgramKind,
  type ProgramOptions,
  type ProgramRow,
  programKinds,
} from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { ruleCountries, themes } from './create-program.ts'
import {
  type ActiveProgram,
  type Program,
  selectActivePrograms,
  selectProgramsOf,
  selectProgramsOnChain,
  selectUsersOfPrograms,
} from './program-store.ts'
import {
  checksOfKind,
  mintModesOfKind,
  type Requirements,
  usualWalletProof,
  walletProofs,
} from './requirements.ts'
import { type OverruledTheme, selectOverruled } from './version-store.ts'

/** Returns a merchant's programs in the form that the dashboard shows, oldest first. */
export async function showPrograms(context: KycContext, { mchNo }: { mchNo: string }): Promise<ProgramRow[]> {
  const db = tablesOf(context)
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  const programs = await selectProgramsOf(db, merchant.id)
  const users = await selectUsersOfPrograms(db, merchant.id)
  const overruled = await selectOverruled(db, merchant.id)
  return programs.map((program) => ({
    ...toProgramRow(program, users.get(program.id) ?? 0),
    overruled: overruledField(program, overruled.get(program.id)),
  }))
}

export function toProgramRow(program: Program, users: number): ProgramRow {
  const { id: _, merchantId: __, rules: ___, coloursOnChain: ____, createdAt, ...shown } = program
  const fields = { ...shown, ...requirementsFields(program) }
  return { ...fields, missing: [], users, createdAt: createdAt.toISOString(), overruled: null }
}

/** In the API, null means "not set". */
export function requirementsFields({ checks, rules, mintMode, chainId }: Requirements) {
  return {
    ...{ checks, mintMode, chainId },
    minimumAge: rules.minimumAge ?? null,
    allowedCountries: rules.allowedCountries ?? null,
    barredCountries: rules.barredCountries ?? null,
    minimumIncome: rules.minimumIncome ?? null,
    minimumNetWorth: rules.minimumNetWorth ?? null,
  }
}

/**
 * Shown only while the colours differ, because the program's colours could have changed after the override
 * was recorded.
 */
function overruledField({ theme }: Program, overruled: OverruledTheme | undefined): ProgramRow['overruled'] {
  if (!overruled || theme === 'auto' || theme === overruled.theme) return null
  return { ...overruled, at: overruled.at.toISOString() }
}

/** Returns the options for a program. `createProgram` accepts exactly these options. */
export function programOptions(): ProgramOptions {
  return {
    kinds: programKinds.map((kind) => ({
      kind,
      checks: [...checksOfKind[kind].possible],
      alwaysChecks: [...checksOfKind[kind].always],
      mintModes: [...mintModesOfKind[kind].modes],
      mintModesWhy: mintModesOfKind[kind].why,
      chainIds: kind === 'PoAI' ? [...accreditedInvestorChainIds] : chains.map(({ id }) => id),
      films: kind === 'KYC' || kind === 'MeID',
      hasCountries: kind === 'KYC' || kind === 'PoA',
      hasAmounts: kind === 'PoAI',
    })),
    chains: chains.map(({ id, name, family }) => ({ chainId: id, name, minter: family === 'evm' })),
    countries: [...ruleCountries],
    walletProofs: walletProofs.map((value) => ({
      value,
      usualFor: mintModes.filter((mode) => usualWalletProof(mode) === value),
    })),
    themes: [...themes],
  }
}

export type UnfitProgram = {
  mchNo: string
  programNo: string
  name: string
  kind: ProgramKind
  mintMode: MintMode
  active: boolean
  why: string
}

/**
 * Returns programs whose kind does not support their mint mode. They were created before such modes were
 * rejected.
 */
export async function listUnfitPrograms(context: KycContext): Promise<UnfitProgram[]> {
  const programs = await selectProgramsOnChain(tablesOf(context))
  return programs
    .filter(({ kind, mintMode }) => !mintModesOfKind[kind].modes.includes(mintMode))
    .map((program) => ({ ...program, why: mintModesOfKind[program.kind].why }))
}

/** Returns all merchants' active programs, except those in test mode. */
export async function activePrograms(context: KycContext): Promise<ActiveProgram[]> {
  return await selectActivePrograms(tablesOf(context))
}
