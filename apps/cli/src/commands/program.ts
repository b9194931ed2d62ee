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

/** Values of the command-line options. `none` means that the rule is removed. */
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

/** Program options that can be set on creation and changed later. */
const programOptions: readonly OptionRow[] = [
  option('--checks <names>', 'KYC: any of sanction, age, citizenship, location, unique (default: all)', {
    parse: list,
  }),
  option('--minimum-age <years>', 'minimum age in years, or none', { parse: orNone(wholeNumber) }),
  option('--allow <countries>', 'allow only these countries (ISO 3166 alpha-3, comma-separated), or none', {
    parse: orNone(list),
  }),
  option('--bar <countries>', 'reject these countries, or none', { parse: orNone(list) }),
  option('--minimum-income <dollars>', 'PoAI: minimum yearly income in US dollars, or none', {
    parse: orNone(wholeNumber),
  }),
  option('--minimum-net-worth <dollars>', 'PoAI: alternatively, minimum net worth in US dollars, or none', {
    parse: orNone(wholeNumber),
  }),
  option('--mint-mode <mode>', 'cross-chain, on-chain-mint or on-chain-transactional'),
  option('--chain <chainId>', 'chain of the credential'),
  option('--theme <theme>', 'auto, light or dark'),
  option('--domains <origins>', 'sites that can embed the widget, comma-separated', { parse: list }),
  option(
    '--wallet-proof <when>',
    'whether users must prove wallet ownership with a signature: required or when-asked',
  ),
  option('--meid-rebind-days <days>', 'MeID: days before an account can be moved again', {
    parse: wholeNumber,
  }),
]

/**
 * When a program is created, `none` means that no rule is set. When a program is updated, null removes the
 * rule.
 */
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

type Created = ProgramOptions & {
  merchant: string
  kind: string
  colourFree?: true
  active?: true
  test?: true
}
type Updated = ProgramOptions & { name?: string; colourFree?: 'yes' | 'no' }

export const program: Noun = {
  name: 'program',
  description: 'the checks that a merchant requires of its users',
  commands: [
    {
      name: 'create',
      description: 'create a program for a merchant',
      arguments: [argument('<name>', 'name shown to users')],
      options: [
        requiredMerchant,
        requiredOption('--kind <kind>', 'KYC, MeID, PoA or PoAI'),
        ...programOptions,
        option(
          '--colour-free',
          'offer photosensitive people more movements instead of coloured light, followed by a manual review',
        ),
        option(
          '--test',
          'create it in test mode: outcomes are chosen, nothing is checked, and no result counts or reaches a chain. Cannot be changed later',
        ),
        option('--active', 'activate it immediately'),
      ],
      run: operatorCommand(
        'program create',
        (name: string, options: Created) => {
          const { merchant, kind, colourFree, active, test } = options
          return {
            ...{ mchNo: merchant, name, kind },
            ...programPartsOf(options, undefined),
            ...given({ colourFree, active, test }),
          }
        },
        programCard,
      ),
    },
    {
      name: 'activate',
      description: 'activate or deactivate a program',
      arguments: [argument('<programNo>', 'program number')],
      options: [option('--off', 'deactivate it: no new journeys start, results stay readable')],
      run: operatorCommand(
        'program activate',
        (programNo: string, { off }: { off?: true }) => ({ programNo, active: !off }),
        programCard,
      ),
    },
    {
      name: 'update',
      description:
        'change a program; a change to checks, rules, mint mode or chain creates a new version, and journeys in progress keep the old one',
      arguments: [argument('<programNo>', 'program number')],
      options: [
        option('--name <name>', 'name shown to users'),
        ...programOptions,
        option(
          '--colour-free <allowed>',
          'whether to offer photosensitive people more movements instead of coloured light, followed by a manual review',
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
            ['Program', 'Name', 'Kind', 'Test mode', 'Active', 'Version', 'Checks', 'Mint mode', 'Chain'],
            programs.map((each) => [
              each.programNo,
              each.name,
              each.kind,
              each.test,
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

/** The age check does not exclude anyone without a minimum age, which the operator may have forgotten. */
const anyAge = 'none: the age check accepts any age (set --minimum-age)'

function programCard(view: ProgramView): string {
  const { rules } = view
  return card([
    ['Program', view.programNo],
    ['Name', view.name],
    ['Kind', view.kind],
    ['Test mode', view.test ? 'yes: no result counts' : undefined],
    ['Active', view.active],
    ['Version', view.version],
    ['Checks', view.checks.join(', ')],
    ['Minimum age', rules.minimumAge ?? (view.checks.includes('age') ? anyAge : undefined)],
    ['Allowed countries', rules.allowedCountries?.join(', ')],
    ['Barred countries', rules.barredCountries?.join(', ')],
    ['Mint mode', view.mintMode],
    ['Chain', view.chainId],
    ['Theme', view.theme],
    ['Wallet proof', view.walletProof],
    ['MeID rebind days', view.kind === 'MeID' ? view.meidRebindDays : undefined],
    ['Without coloured light', view.colourFree ? 'on request, with a review' : undefined],
    ['Domains', view.allowedDomains.join(', ')],
  ])
}

function nothingGiven(): OperatorError {
  return new OperatorError({
    code: 'cli.nothing-to-change',
    message: 'No changes given.',
    remedy: 'List the options with: npx touchstone program update --help',
  })
}
