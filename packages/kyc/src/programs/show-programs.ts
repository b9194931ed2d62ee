import {
  accreditedInvestorChainIds,
  chains,
  type ProgramLine,
  type ProgramOptions,
  programKinds,
} from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { checksOfKind } from './checks.ts'
import { ruleCountries, themes } from './create-program.ts'
import { mintModesOfKind } from './mint-modes-of-kind.ts'
import { type Program, selectProgramsOf, selectUsersOfPrograms } from './program-store.ts'
import { walletProofs } from './wallet-proof.ts'

/** A merchant's programs as the dashboard shows them, the oldest first. */
export async function showPrograms(
  context: KycContext,
  { mchNo }: { mchNo: string },
): Promise<ProgramLine[]> {
  const db = tablesOf(context)
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  const programs = await selectProgramsOf(db, merchant.id)
  const users = await selectUsersOfPrograms(db, merchant.id)
  return programs.map((program) => lineOfProgram(program, users.get(program.id) ?? 0))
}

export function lineOfProgram(program: Program, users: number): ProgramLine {
  const { id: _, merchantId: __, rules, createdAt, ...shown } = program
  return {
    ...shown,
    minimumAge: rules.minimumAge ?? null,
    allowedCountries: rules.allowedCountries ?? null,
    barredCountries: rules.barredCountries ?? null,
    minimumIncome: rules.minimumIncome ?? null,
    minimumNetWorth: rules.minimumNetWorth ?? null,
    users,
    createdAt: createdAt.toISOString(),
  }
}

/** What can be chosen for a program: the same that `createProgram` accepts. */
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
    walletProofs: [...walletProofs],
    themes: [...themes],
  }
}
