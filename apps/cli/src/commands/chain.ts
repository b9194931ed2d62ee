import type { ChainStatusView, OutputOf } from '@touchstone/runtime/command-line'
import { argument, duration, given, option, requiredOption } from '../options.ts'
import { longOperatorCommand, type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

type Deployed = { chain?: string; admin?: string; adminDelay?: number; again?: true }

const homeByDefault = option('--chain <id>', 'chain id (default: 137, the home chain)')

export const chain: Noun = {
  name: 'chain',
  description: 'the chains on which tokens are minted',
  commands: [
    {
      name: 'deploy',
      description: 'deploy the contracts on a chain and store their addresses',
      options: [
        homeByDefault,
        option('--admin <address>', 'account that grants roles and adds issuers (default: the signer)'),
        option('--admin-delay <time>', 'delay before an admin change takes effect, like 2d (the default)', {
          parse: duration,
        }),
        option('--again', 'deploy new contracts even if some exist, but keep the token contract'),
      ],
      run: longOperatorCommand(
        'chain deploy',
        ({ chain: chainId, admin, adminDelay, again }: Deployed) =>
          given({ chainId, admin, adminDelaySeconds: adminDelay, again }),
        (report) =>
          [
            report.deployed
              ? `Contracts deployed on chain ${report.chainId}. Their addresses are in ${report.file}.`
              : `Chain ${report.chainId} already has contracts; no transaction was sent. Use --again to deploy new ones.`,
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
      description: 'show each chain with its nodes, signer, contracts and pending transactions',
      options: [option('--chain <id>', 'only this chain')],
      run: operatorCommand('chain status', oneOrDefault, (chains) =>
        [overview(chains), ...chains.filter(({ signer }) => signer !== undefined).flatMap(details)].join(
          '\n',
        ),
      ),
    },
    {
      name: 'verify-account',
      description: 'show the answer that a contract receives about an account, with the reason',
      arguments: [argument('<account>', 'the account to check')],
      options: [
        requiredOption('--program <programNo>', 'the program that the contract uses'),
        option('--chain <id>', 'chain id (default: the chain of the program)'),
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
    ['Chain', 'Name', 'Home', 'State', 'Block', 'Signer', 'Balance', 'Pending', 'Done', 'Failed'],
    chains.map((each) => [
      each.chainId,
      each.development ? `${each.name} (development)` : each.name,
      each.home ? 'yes' : '',
      each.state,
      each.block,
      each.signer,
      each.balance,
      each.jobs && pendingJobs(each.jobs),
      each.jobs && (each.jobs.final ?? 0),
      each.jobs && (each.jobs.failed ?? 0),
    ]),
  )
}

function pendingJobs(jobs: NonNullable<ChainStatusView['jobs']>): number {
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
        ['Contract', 'Address', 'Code', 'Explorer'],
        contracts.map(({ name, address, code, link }) => [name, address, code, link]),
      ),
    )
  }
  if (trouble.length > 0) {
    parts.push('', `Problems on ${chainId}:`, card(trouble.map(({ kind, what }) => [kind, what])))
  }
  return parts
}

function verifiedAccount(view: OutputOf<'chain verify-account'>): string {
  return [
    card([
      ['verify', view.verified],
      ['hasApproved', view.hasApproved],
      ['Reason', view.reason],
      ['Chain', `${view.chainId}, block ${view.block}`],
      ['Verifier', view.verifier],
      ['Cooperator', view.cooperator],
      ['Account', view.account],
      ['Requirements', view.questions && `${view.questions.kind}, version ${view.questions.version}`],
      ['Matches program', view.asksTheSame],
      ['By', view.approval?.by],
      ['Until', view.approval?.validUntil],
      ['Suspended until', view.approval?.suspendedUntil],
      ['Token', view.token?.tokenId],
      ['Holder', view.token?.holder],
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
