import type { Command } from 'commander'
import { list, wholeNumber } from '../output/parse.ts'
import { programCard } from '../output/program-card.ts'
import { runAndPrint } from '../session.ts'

type Options = {
  merchant: string
  kind: string
  checks?: string[]
  minimumAge?: number
  allow?: string[]
  bar?: string[]
  minimumIncome?: number
  minimumNetWorth?: number
  mintMode?: string
  chain?: string
  theme?: string
  domains?: string[]
  walletProof?: string
  meidRebindDays?: number
  colourFree?: true
  active?: true
}

export function programCreate(parent: Command): void {
  parent
    .command('create')
    .description('make a program for a merchant')
    .argument('<name>', 'name shown to users')
    .requiredOption('--merchant <mchNo>', 'merchant number')
    .requiredOption('--kind <kind>', 'KYC, MeID, PoA or PoAI')
    .option('--checks <names>', 'KYC: of sanction, age, citizenship, location, unique (all by default)', list)
    .option('--minimum-age <years>', 'youngest age that passes', wholeNumber)
    .option('--allow <countries>', 'only these countries pass (ISO 3166 alpha-3, comma-separated)', list)
    .option('--bar <countries>', 'these countries do not pass', list)
    .option('--minimum-income <dollars>', 'PoAI: yearly income that is enough (US dollars)', wholeNumber)
    .option('--minimum-net-worth <dollars>', 'PoAI: or assets that are enough', wholeNumber)
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
    .option(
      '--colour-free',
      'people who must not look at flashing light may do more movements, and a person decides',
    )
    .option('--active', 'turn it on at once')
    .action(async (name: string, options: Options, command: Command) => {
      const { merchant: mchNo, minimumAge, allow, bar, chain, domains, ...others } = options
      const { minimumIncome, minimumNetWorth, ...rest } = others
      const rules = {
        ...(minimumAge !== undefined && { minimumAge }),
        ...(allow && { allowedCountries: allow }),
        ...(bar && { barredCountries: bar }),
        ...(minimumIncome !== undefined && { minimumIncome }),
        ...(minimumNetWorth !== undefined && { minimumNetWorth }),
      }
      const input = {
        mchNo,
        name,
        ...rest,
        rules,
        ...(chain !== undefined && { chainId: chain }),
        ...(domains && { allowedDomains: domains }),
      }
      await runAndPrint(command, 'program create', input, programCard)
    })
}
