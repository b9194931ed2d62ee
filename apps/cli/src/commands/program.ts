import { OperatorError } from '@touchstone/common'
import type { ProgramView } from '@touchstone/runtime/command-line'
import {
  argument,
  given,
  list,
  noneAs,
  type OptionRow,
  option,
  orNone,
  requiredMerchant,
  requiredOption,
  wholeNumber,
} from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

/** As the options of a command say it; `none` removes a rule. */
type ProgramOptions = {
  checks?: string[]
  minimumAge?: number | 'none'
  allow?: string[] | 'none'
  bar?: string[] | 'none'
  minimumIncome?: number | 'none'
  minimumNetWorth?: number | 'none'
  mintMode?: string
  chain?: string
  theme?: string
  domains?: string[]
  walletProof?: string
  meidRebindDays?: number
}

/** What a program is made with, and what can be changed of one. */
const programOptions: readonly OptionRow[] = [
  option('--checks <names>', 'KYC: of sanction, age, citizenship, location, unique (all by default)', {
    parse: list,
  }),
  option('--minimum-age <years>', 'youngest age that passes, or none', { parse: orNone(wholeNumber) }),
  option('--allow <countries>', 'only these countries pass (ISO 3166 alpha-3, comma-separated), or none', {
    parse: orNone(list),
  }),
  option('--bar <countries>', 'these countries do not pass, or none', { parse: orNone(list) }),
  option('--minimum-income <dollars>', 'PoAI: yearly income that is enough (US dollars), or none', {
    parse: orNone(wholeNumber),
  }),
  option('--minimum-net-worth <dollars>', 'PoAI: or assets that are enough, or none', {
    parse: orNone(wholeNumber),
  }),
  option('--mint-mode <mode>', 'cross-chain, on-chain-mint or on-chain-transactional'),
  option('--chain <chainId>', 'chain of the credential'),
  option('--theme <theme>', 'auto, light or dark'),
  option('--domains <origins>', 'sites that may embed the widget, comma-separated', { parse: list }),
  option(
    '--wallet-proof <when>',
    "whether a wallet must sign that it is the person's: required or when-asked",
  ),
  option('--meid-rebind-days <days>', 'MeID: days until an account that was moved can be moved again', {
    parse: wholeNumber,
  }),
]

/** A program that is made has no rules to remove yet; one that is changed loses a rule that is null. */
function programPartsOf<Unset extends null | undefined>(options: ProgramOptions, unset: Unset) {
  const { minimumAge, allow, bar, minimumIncome, minimumNetWorth } = options
  const { checks, mintMode, chain, theme, domains, walletProof, meidRebindDays } = options
  return {
    rules: given({
      minimumAge: noneAs(unset, minimumAge),
      allowedCountries: noneAs(unset, allow),
      barredCountries: noneAs(unset, bar),
      minimumIncome: noneAs(unset, minimumIncome),
      minimumNetWorth: noneAs(unset, minimumNetWorth),
    }),
    ...given({
      checks,
      mintMode,
      chainId: chain,
      theme,
      allowedDomains: domains,
      walletProof,
      meidRebindDays,
    }),
  }
}

type Created = ProgramOptions & { merchant: string; kind: string; colourFree?: true; active?: true }
type Updated = ProgramOptions & { name?: string; colourFree?: 'yes' | 'no' }

export const program: Noun = {
  name: 'program',
  description: 'what a merchant asks of its users',
  commands: [
    {
      name: 'create',
      description: 'make a program for a merchant',
      arguments: [argument('<name>', 'name shown to users')],
      options: [
        requiredMerchant,
        requiredOption('--kind <kind>', 'KYC, MeID, PoA or PoAI'),
        ...programOptions,
        option(
          '--colour-free',
          'people who must not look at flashing light may do more movements, and a person decides',
        ),
        option('--active', 'turn it on at once'),
      ],
      run: operatorCommand(
        'program create',
        (name: string, options: Created) => {
          const { merchant, kind, colourFree, active } = options
          return {
            ...{ mchNo: merchant, name, kind },
            ...programPartsOf(options, undefined),
            ...given({ colourFree, active }),
          }
        },
        programCard,
      ),
    },
    {
      name: 'activate',
      description: 'turn a program on, or off',
      arguments: [argument('<programNo>', 'program number')],
      options: [option('--off', 'turn it off: no new journeys start, results stay readable')],
      run: operatorCommand(
        'program activate',
        (programNo: string, { off }: { off?: true }) => ({ programNo, active: !off }),
        programCard,
      ),
    },
    {
      name: 'update',
      description:
        'change a program; other checks, rules, mint mode or chain make a new version, and journeys under way keep theirs',
      arguments: [argument('<programNo>', 'program number')],
      options: [
        option('--name <name>', 'name shown to users'),
        ...programOptions,
        option(
          '--colour-free <allowed>',
          'whether people who must not look at flashing light may do more movements, and a person decides',
          { choices: ['yes', 'no'] },
        ),
      ],
      run: operatorCommand(
        'program update',
        (programNo: string, options: Updated) => {
          const { name, colourFree } = options
          if (Object.keys(options).length === 0) throw nothingGiven()
          return {
            programNo,
            ...programPartsOf(options, null),
            ...given({ name }),
            ...(colourFree !== undefined && { colourFree: colourFree === 'yes' }),
          }
        },
        programCard,
      ),
    },
    {
      name: 'list',
      description: 'list the programs of a merchant',
      arguments: [argument('<mchNo>', 'merchant number')],
      run: operatorCommand(
        'program list',
        (mchNo: string) => ({ mchNo }),
        (programs) =>
          table(
            ['Program', 'Name', 'Kind', 'Active', 'Version', 'Checks', 'Mint mode', 'Chain'],
            programs.map((each) => [
              each.programNo,
              each.name,
              each.kind,
              each.active,
              each.version,
              each.checks.join(','),
              each.mintMode,
              each.chainId,
            ]),
          ),
      ),
    },
  ],
}

function programCard(view: ProgramView): string {
  const { rules } = view
  return card([
    ['Program', view.programNo],
    ['Name', view.name],
    ['Kind', view.kind],
    ['Active', view.active],
    ['Version', view.version],
    ['Checks', view.checks.join(', ')],
    ['Minimum age', rules.minimumAge],
    ['Allowed countries', rules.allowedCountries?.join(', ')],
    ['Barred countries', rules.barredCountries?.join(', ')],
    ['Mint mode', view.mintMode],
    ['Chain', view.chainId],
    ['Theme', view.theme],
    ['Wallet proof', view.walletProof],
    ['MeID rebind days', view.kind === 'MeID' ? view.meidRebindDays : undefined],
    ['Without colours', view.colourFree ? 'on request, with a review' : undefined],
    ['Domains', view.allowedDomains.join(', ')],
  ])
}

function nothingGiven(): OperatorError {
  return new OperatorError({
    code: 'cli.nothing-to-change',
    message: 'Nothing to change was given.',
    remedy: 'See what can be changed: npx touchstone program update --help',
  })
}
