import type { ProgramDraft, ProgramOptions, ProgramRow } from '@touchstone/contract'

export const stepNames = ['kind', 'checks', 'result', 'look', 'review'] as const
export type StepName = (typeof stepNames)[number]

export type KindOptions = ProgramOptions['kinds'][number]

export function kindOf(options: ProgramOptions, kind: string): KindOptions {
  const found = options.kinds.find((each) => each.kind === kind) ?? options.kinds[0]
  if (found === undefined) throw new Error('the list of program kinds is empty')
  return found
}

export function firstDraft(options: ProgramOptions): ProgramDraft {
  return withKind(
    {
      name: '',
      kind: '',
      checks: [],
      minimumAge: null,
      allowedCountries: null,
      barredCountries: null,
      minimumIncome: null,
      minimumNetWorth: null,
      mintMode: '',
      chainId: '',
      theme: 'auto',
      allowedDomains: [],
      walletProof: '',
      meidRebindDays: 30,
      colourFree: false,
    },
    kindOf(options, 'KYC'),
    options,
  )
}

/** Changes the mint mode. The wallet proof follows unless it differs from the previous mode's default. */
export function withMintMode(
  draft: ProgramDraft,
  mintMode: string,
  { walletProofs }: Pick<ProgramOptions, 'walletProofs'>,
): ProgramDraft {
  const usual = (mode: string) =>
    walletProofs.find(({ usualFor }) => usualFor.includes(mode as 'cross-chain'))?.value ?? ''
  const isUsual = draft.walletProof === '' || draft.walletProof === usual(draft.mintMode)
  return { ...draft, mintMode, walletProof: isUsual ? usual(mintMode) : draft.walletProof }
}

/**
 * Changes the kind of a draft and replaces values that the new kind does not support. Each kind has its own
 * checks, chains and result modes.
 */
export function withKind(
  draft: ProgramDraft,
  { kind, checks, mintModes, chainIds }: KindOptions,
  options: Pick<ProgramOptions, 'walletProofs'>,
): ProgramDraft {
  return {
    ...withMintMode(draft, mintModes[0] ?? '', options),
    kind,
    checks: [...checks],
    chainId: chainIds.includes('137') ? '137' : (chainIds[0] ?? ''),
    colourFree: false,
    ...(!checks.includes('age') && { minimumAge: null }),
  }
}

/**
 * Returns a draft with the settings of a program. Its number, its people, its active state and its test mode are
 * not copied.
 */
export function draftLike(program: ProgramRow): ProgramDraft {
  const { programNo: _, version: __, active: ___, users: ____, createdAt: _____, ...rest } = program
  const { overruled: ______, test: _______, missing: ________, ...draft } = rest
  return draft
}
