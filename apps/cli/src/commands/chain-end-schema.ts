import type { Command } from 'commander'
import { runLongAndPrint } from '../session.ts'

export function chainEndSchema(parent: Command): void {
  parent
    .command('end-schema')
    .description('stop taking credentials that do not say what was checked, and the approvals made with them')
    .option('--chain <id>', 'chain id (137, the home chain, by default)')
    .action(async ({ chain }: { chain?: string }, command: Command) => {
      const input = chain === undefined ? {} : { chainId: chain }
      await runLongAndPrint(command, 'chain end-schema', input, ({ chainId, verifier }) =>
        [
          `The contract ${verifier} on chain ${chainId} takes no credentials of the first schema any more.`,
          'Who was approved by one proves again: the service has issued, or issues at the next visit, a new credential.',
        ].join('\n'),
      )
    })
}
