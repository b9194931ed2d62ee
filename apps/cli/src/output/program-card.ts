import type { ProgramView } from '@touchstone/runtime/command-line'
import { card } from './table.ts'

export function programCard(program: ProgramView): string {
  const { rules } = program
  return card([
    ['Program', program.programNo],
    ['Name', program.name],
    ['Kind', program.kind],
    ['Active', program.active],
    ['Version', program.version],
    ['Checks', program.checks.join(', ')],
    ['Minimum age', rules.minimumAge],
    ['Allowed countries', rules.allowedCountries?.join(', ')],
    ['Barred countries', rules.barredCountries?.join(', ')],
    ['Mint mode', program.mintMode],
    ['Chain', program.chainId],
    ['Theme', program.theme],
    ['Wallet proof', program.walletProof],
    ['MeID rebind days', program.kind === 'MeID' ? program.meidRebindDays : undefined],
    ['Without colours', program.colourFree ? 'on request, with a review' : undefined],
    ['Domains', program.allowedDomains.join(', ')],
  ])
}
