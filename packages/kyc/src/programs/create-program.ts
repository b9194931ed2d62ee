import { isoCountries, randomDigits } from '@touchstone/common'
import {
  accreditedInvestorChainIds,
  findChain,
  type MintMode,
  mintModes,
  type ProgramKind,
  programKinds,
} from '@touchstone/contract'
import { byServer, type ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { bumpAccessVersion, selectMerchantByNo } from '../merchants/merchant-store.ts'
import { insertProgram, type Program } from './program-store.ts'
import {
  type CheckName,
  checksOfKind,
  type GivenRules,
  mintModesOfKind,
  type ProgramRules,
  type Requirements,
  usualWalletProof,
  walletProofs,
  withoutNulls,
} from './requirements.ts'

export type ProgramInput = {
  mchNo: string
  name: string
  kind: string
  checks?: readonly string[]
  rules?: GivenRules
  mintMode?: string
  chainId?: string
  theme?: string
  allowedDomains?: readonly string[]
  walletProof?: string
  meidRebindDays?: number
  colourFree?: boolean
  active?: boolean
  /** Creates the program in test mode, which never changes afterwards. */
  test?: boolean
}

/**
 * The citizenships that a credential can contain. The last two are travel document codes that are not part of
 * ISO 3166.
 */
export const ruleCountries: ReadonlySet<string> = new Set([
  ...isoCountries.map(({ alpha3 }) => alpha3),
  'XKX',
  'XXA',
])

export const themes = ['auto', 'light', 'dark'] as const

const usualRebindDays = 30
const mostRebindDays = 3650

export async function createProgram(
  context: KycContext,
  input: ProgramInput,
  by: ChangedBy = byServer,
): Promise<Program> {
  const checked = checkedProgram(input)
  const createdAt = new Date(context.clock.now())
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchant = await selectMerchantByNo(db, input.mchNo)
      if (!merchant) throw new InputError('merchant', 'is not known')
      const program = await insertProgram(db, {
        ...checked,
        merchantId: merchant.id,
        programNo: randomDigits(context.random, 12),
        active: input.active ?? false,
        test: input.test ?? false,
        createdAt,
      })
      await bumpAccessVersion(db)
      await insertAudit(context, db, {
        ...{ ...by, merchantId: merchant.id, action: 'program.created', target: program.programNo },
        ...{ detail: { kind: program.kind, ...(program.test && { test: true }) }, at: createdAt },
      })
      return program
    })
}

/** Returns the program that this input describes. Throws if the input is invalid. */
export function checkedProgram(input: Omit<ProgramInput, 'mchNo' | 'active' | 'test'>) {
  const name = checkedName(input.name)
  const kind = member('kind', input.kind, programKinds)
  const requirements = checkedRequirements(kind, input)
  const colourFree = checkedColourFree(kind, input.colourFree ?? false)
  return {
    name,
    kind,
    ...requirements,
    theme: checkedTheme(input.theme ?? 'auto'),
    allowedDomains: (input.allowedDomains ?? []).map(checkedDomain),
    walletProof: checkedWalletProof(input.walletProof ?? usualWalletProof(requirements.mintMode)),
    meidRebindDays: checkedDays(input.meidRebindDays ?? usualRebindDays),
    colourFree,
    coloursOnChain: requiresColoursOnChain({ kind, colourFree, mintMode: requirements.mintMode }),
  }
}

export function checkedRequirements(
  kind: ProgramKind,
  input: Pick<ProgramInput, 'checks' | 'rules' | 'mintMode' | 'chainId'>,
): Requirements {
  const mintMode = member('mint mode', input.mintMode ?? 'cross-chain', mintModes)
  const { modes, why } = mintModesOfKind[kind]
  if (!modes.includes(mintMode)) {
    throw new InputError('mint mode', `of a ${kind} program must be ${modes.join(' or ')}: ${why}`)
  }
  return {
    checks: checkedChecks(kind, input.checks),
    rules: checkedRules(withoutNulls(input.rules ?? {})),
    mintMode,
    chainId: checkedChain(kind, mintMode, input.chainId ?? '137'),
  }
}

export function checkedName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > 100) throw new InputError('name', 'must have 1 to 100 characters')
  return trimmed
}

export const checkedTheme = (theme: string) => member('theme', theme, themes)
export const checkedWalletProof = (proof: string) => member('wallet proof', proof, walletProofs)

function checkedChecks(kind: ProgramKind, requested: readonly string[] | undefined): CheckName[] {
  const { possible, always } = checksOfKind[kind]
  const checks = requested ?? possible
  for (const check of checks) {
    if (!possible.includes(check as CheckName)) {
      const rule = possible.length === 0 ? 'must be empty' : `must be among: ${possible.join(', ')}`
      throw new InputError('checks', `for a ${kind} program ${rule}`)
    }
  }
  return possible.filter((check) => checks.includes(check) || always.includes(check))
}

function checkedChain(kind: ProgramKind, mintMode: MintMode, chainId: string): string {
  const chain = findChain(chainId)
  if (!chain) throw new InputError('chain', 'is not a supported chain ID')
  if (kind === 'PoAI' && !accreditedInvestorChainIds.includes(chainId)) {
    throw new InputError('chain', `of a PoAI program must be ${accreditedInvestorChainIds.join(' or ')}`)
  }
  if (mintMode !== 'cross-chain' && chain.family !== 'evm') {
    throw new InputError(
      'mint mode',
      `${mintMode} requires an EVM chain, because only EVM chains have a minter`,
    )
  }
  return chainId
}

function checkedRules(rules: ProgramRules): ProgramRules {
  const { minimumAge, allowedCountries, barredCountries } = rules
  if (minimumAge !== undefined && (!Number.isSafeInteger(minimumAge) || minimumAge < 1 || minimumAge > 120)) {
    throw new InputError('minimum age', 'must be a whole number from 1 to 120')
  }
  if (allowedCountries && barredCountries) {
    throw new InputError('countries', 'must be either allowed or blocked: send only one of the two lists')
  }
  for (const [name, amount] of [
    ['minimum income', rules.minimumIncome],
    ['minimum net worth', rules.minimumNetWorth],
  ] as const) {
    if (amount !== undefined && (!Number.isSafeInteger(amount) || amount < 1)) {
      throw new InputError(name, 'must be a whole number of US dollars')
    }
  }
  for (const country of [...(allowedCountries ?? []), ...(barredCountries ?? [])]) {
    if (!ruleCountries.has(country)) {
      throw new InputError(
        'countries',
        'must be ISO 3166 alpha-3 codes like FRA, XKX (Kosovo) or XXA (stateless)',
      )
    }
  }
  return rules
}

/** Returns whether a contract would require colours if its requirements were set now. */
export function requiresColoursOnChain({
  kind,
  colourFree,
  mintMode,
}: Pick<Program, 'kind' | 'colourFree' | 'mintMode'>): boolean {
  return mintMode !== 'cross-chain' && kind === 'KYC' && !colourFree
}

/** Checks the setting for recordings without colours, which applies only to programs that record the face. */
export function checkedColourFree(kind: ProgramKind, colourFree: boolean): boolean {
  if (colourFree && kind !== 'KYC' && kind !== 'MeID') {
    throw new InputError('colour-free', `does not apply to a ${kind} program, which does not record the face`)
  }
  return colourFree
}

export function checkedDays(days: number): number {
  if (!Number.isSafeInteger(days) || days < 1 || days > mostRebindDays) {
    throw new InputError('MeID rebind days', `must be a whole number from 1 to ${mostRebindDays}`)
  }
  return days
}

/** Hosts of the local machine, whose pages are served over HTTP during development. */
const localHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i

/** Returns the origin. Without a scheme, it is HTTP for the local machine and HTTPS for all other hosts. */
export function checkedDomain(domain: string): string {
  const scheme = localHost.test(domain.replace(/\/$/, '')) ? 'http' : 'https'
  let url: URL
  try {
    url = new URL(domain.includes('://') ? domain : `${scheme}://${domain}`)
  } catch {
    throw new InputError('domain', 'must be an origin like https://app.example.com')
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new InputError('domain', 'must be an origin like https://app.example.com, without a path')
  }
  return url.origin
}

function member<const Values extends readonly string[]>(
  field: string,
  value: string,
  values: Values,
): Values[number] {
  if (!values.includes(value)) throw new InputError(field, `must be one of ${values.join(', ')}`)
  return value
}
