import type { ChangeRequirements, ProgramOptions } from '@touchstone/contract'
import { useTexts } from '../../texts/texts.ts'

type Requirements = Omit<ChangeRequirements, 'programNo'>
export type Fact = readonly [name: string, value: string]

/** Describes a program's requirements and result mode. Omits rules that are not set. */
export function useRequirementFacts(
  requirements: Requirements,
  { chains }: Pick<ProgramOptions, 'chains'>,
): Fact[] {
  const { programs, programForm } = useTexts()
  const { checks, mintMode, chainId } = requirements
  const chain = chains.find((each) => each.chainId === chainId)
  const rule = (name: string, value: number | readonly string[] | null): Fact[] =>
    value === null ? [] : [[name, typeof value === 'number' ? String(value) : value.join(', ')]]
  return [
    [programs.checks, checks.map((check) => programs.checkNames[check as 'age'] ?? check).join(', ') || '–'],
    ...rule(programs.minimumAge, requirements.minimumAge),
    ...rule(programs.allowed, requirements.allowedCountries),
    ...rule(programs.barred, requirements.barredCountries),
    ...rule(programForm.income, requirements.minimumIncome),
    ...rule(programForm.netWorth, requirements.minimumNetWorth),
    [programs.mintMode, programs.mintModes[mintMode as 'cross-chain'] ?? mintMode],
    [programForm.chain, chain?.name ?? chainId],
  ]
}
