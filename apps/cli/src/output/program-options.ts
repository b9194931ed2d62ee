import type { Command } from 'commander'
import { list, wholeNumber } from './parse.ts'

/** As the options of a command say it; null where a rule is taken away. */
export type ProgramOptions = {
  checks?: string[]
  minimumAge?: number | null
  allow?: string[] | null
  bar?: string[] | null
  minimumIncome?: number | null
  minimumNetWorth?: number | null
  mintMode?: string
  chain?: string
  theme?: string
  domains?: string[]
  walletProof?: string
  meidRebindDays?: number
}

const orNone =
  <Value>(parse: (text: string) => Value) =>
  (text: string): Value | null =>
    text === 'none' ? null : parse(text)

/** What a program is made with, and what can be changed of one. */
export function addProgramOptions(command: Command): Command {
  return command
    .option('--checks <names>', 'KYC: of sanction, age, citizenship, location, unique (all by default)', list)
    .option('--minimum-age <years>', 'youngest age that passes, or none', orNone(wholeNumber))
    .option(
      '--allow <countries>',
      'only these countries pass (ISO 3166 alpha-3, comma-separated), or none',
      orNone(list),
    )
    .option('--bar <countries>', 'these countries do not pass, or none', orNone(list))
    .option(
      '--minimum-income <dollars>',
      'PoAI: yearly income that is enough (US dollars), or none',
      orNone(wholeNumber),
    )
    .option('--minimum-net-worth <dollars>', 'PoAI: or assets that are enough, or none', orNone(wholeNumber))
    .option('--mint-mode <mode>', 'cross-chain, on-chain-mint or on-chain-transactional')
    .option('--chain <chainId>', 'chain of the credential')
    .option('--theme <theme>', 'auto, light or dark')
    .option('--domains <origins>', 'sites that may embed the widget, comma-separated', list)
    .option(
      '--wallet-proof <when>',
      "whether a wallet must sign that it is the person's: required or when-asked",
    )
    .option(
      '--meid-rebind-days <days>',
      'MeID: days until an account that was moved can be moved again',
      wholeNumber,
    )
}

export function programPartsOf(options: ProgramOptions) {
  const { minimumAge, allow, bar, minimumIncome, minimumNetWorth } = options
  const { checks, mintMode, chain, theme, domains, walletProof, meidRebindDays } = options
  return {
    ...(checks && { checks }),
    rules: {
      ...(minimumAge !== undefined && { minimumAge }),
      ...(allow !== undefined && { allowedCountries: allow }),
      ...(bar !== undefined && { barredCountries: bar }),
      ...(minimumIncome !== undefined && { minimumIncome }),
      ...(minimumNetWorth !== undefined && { minimumNetWorth }),
    },
    ...(mintMode !== undefined && { mintMode }),
    ...(chain !== undefined && { chainId: chain }),
    ...(theme !== undefined && { theme }),
    ...(domains && { allowedDomains: domains }),
    ...(walletProof !== undefined && { walletProof }),
    ...(meidRebindDays !== undefined && { meidRebindDays }),
  }
}
