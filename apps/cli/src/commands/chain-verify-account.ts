import type { Command } from 'commander'
import { card, table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function chainVerifyAccount(parent: Command): void {
  parent
    .command('verify-account')
    .description('what a contract is told about an account, and why')
    .argument('<account>', 'the address that a contract asks about')
    .requiredOption('--program <programNo>', 'the program that it asks for')
    .option('--chain <id>', 'chain id (that of the program by default)')
    .action(
      async (account: string, { program, chain }: { program: string; chain?: string }, command: Command) => {
        const input = { account, programNo: program, ...(chain !== undefined && { chainId: chain }) }
        await runAndPrint(command, 'chain verify-account', input, (view) =>
          [
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
          ].join('\n'),
        )
      },
    )
}
