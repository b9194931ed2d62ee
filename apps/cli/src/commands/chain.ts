import type { ChainStatusView, OutputOf } from '@touchstone/runtime/command-line'
import { argument, duration, given, option, requiredOption } from '../options.ts'
import { longOperatorCommand, type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

type Deployed = { chain?: string; admin?: string; adminDelay?: number; again?: true }

const homeByDefault = option('--chain <id>', 'chain id (137, the home chain, by default)')

export const chain: Noun = {
  name: 'chain',
  description: 'the chains that tokens are minted on',
  commands: [
    {
      name: 'deploy',
      description: 'place the contracts on a chain, and write down where they stand',
      options: [
        homeByDefault,
        option('--admin <address>', 'who gives roles and names issuers; the signer by default'),
        option('--admin-delay <time>', 'how long a change of the admin waits, like 2d (the default)', {
          parse: duration,
        }),
        option('--again', 'place new ones although contracts stand there; the tokens stay where they are'),
      ],
      run: longOperatorCommand(
        'chain deploy',
        ({ chain: chainId, admin, adminDelay, again }: Deployed) =>
          given({ chainId, admin, adminDelaySeconds: adminDelay, again }),
        (report) =>
          [
            report.deployed
              ? `The contracts stand on chain ${report.chainId}; ${report.file} says where.`
              : `Contracts stand on chain ${report.chainId} already; nothing was sent. --again places new ones.`,
            '',
            table(
              ['Contract', 'Address'],
              report.contracts.map(({ name, address }) => [name, address]),
            ),
          ].join('\n'),
      ),
    },
    {
      name: 'status',
      description: 'the chains: nodes, signer, contracts, and what is under way',
      options: [option('--chain <id>', 'this chain alone')],
      run: operatorCommand('chain status', oneOrDefault, (chains) =>
        [overview(chains), ...chains.filter(({ signer }) => signer !== undefined).flatMap(details)].join(
          '\n',
        ),
      ),
    },
    {
      name: 'verify-account',
      description: 'what a contract is told about an account, and why',
      arguments: [argument('<account>', 'the address that a contract asks about')],
      options: [
        requiredOption('--program <programNo>', 'the program that it asks for'),
        option('--chain <id>', 'chain id (that of the program by default)'),
      ],
      run: operatorCommand(
        'chain verify-account',
        (account: string, { program, chain: chainId }: { program: string; chain?: string }) => ({
          account,
          programNo: program,
          ...given({ chainId }),
        }),
        verifiedAccount,
      ),
    },
  ],
}

function oneOrDefault({ chain: chainId }: { chain?: string }): { chainId?: string } {
  return given({ chainId })
}

function overview(chains: readonly ChainStatusView[]): string {
  return table(
    ['Chain', 'Name', 'Home', 'State', 'Block', 'Signer', 'Balance', 'Under way', 'Done', 'Failed'],
    chains.map((each) => [
      each.chainId,
      each.development ? `${each.name} (development)` : each.name,
      each.home ? 'yes' : '',
      each.state,
      each.block,
      each.signer,
      each.balance,
      each.jobs && underWay(each.jobs),
      each.jobs && (each.jobs.final ?? 0),
      each.jobs && (each.jobs.failed ?? 0),
    ]),
  )
}

function underWay(jobs: NonNullable<ChainStatusView['jobs']>): number {
  const { final: _, failed: __, ...rest } = jobs
  return Object.values(rest).reduce((sum, count) => sum + count, 0)
}

function details({ chainId, contracts = [], trouble = [] }: ChainStatusView): string[] {
  const parts: string[] = []
  if (contracts.length > 0) {
    parts.push(
      '',
      `Contracts on ${chainId}:`,
      table(
        ['Contract', 'Address', 'Code', 'Look'],
        contracts.map(({ name, address, code, link }) => [name, address, code, link]),
      ),
    )
  }
  if (trouble.length > 0) {
    parts.push('', `To look at on ${chainId}:`, card(trouble.map(({ kind, what }) => [kind, what])))
  }
  return parts
}

function verifiedAccount(view: OutputOf<'chain verify-account'>): string {
  return [
    card([
      ['verify', view.verified],
      ['hasApproved', view.hasApproved],
      ['Why', view.reason],
      ['Chain', `${view.chainId}, block ${view.block}`],
      ['Verifier', view.verifier],
      ['Cooperator', view.cooperator],
      ['Account', view.account],
      ['Questions', view.questions && `${view.questions.kind}, version ${view.questions.version}`],
      ['As the program', view.asksTheSame],
      ['By', view.approval?.by],
      ['Until', view.approval?.validUntil],
      ['Token', view.token?.tokenId],
      ['Held by', view.token?.holder],
    ]),
    ...(view.token
      ? [
          '',
          table(
            ['Kind', 'Until', 'Valid', 'Revoked'],
            view.token.kinds.map(({ kind, validUntil, valid, revoked }) => [
              kind,
              validUntil,
              valid,
              revoked,
            ]),
          ),
        ]
      : []),
  ].join('\n')
}
