import type { Command } from 'commander'
import { card, table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function userShow(parent: Command): void {
  parent
    .command('show')
    .description('show a user with every journey and its journal')
    .argument('<user>', 'svcId, login e-mail, or an account (wallet, e-mail, other)')
    .option('--reveal', 'show the login instead of masking it')
    .action(async (user: string, options: { reveal?: true }, command: Command) => {
      await runAndPrint(command, 'user show', { user, reveal: options.reveal ?? false }, (people) =>
        people
          .flatMap((person) => [
            card([
              ['User', person.svcId],
              ['Login', person.login],
              ['SSI wallet', person.ssiWallet],
              ['Since', person.createdAt],
            ]),
            ...person.journeys.flatMap((journey) => [
              '',
              `${journey.kind} program ${journey.programNo} of ${journey.mchNo}: ${journey.status}` +
                (journey.reasonCode ? ` (${journey.reasonCode})` : ''),
              table(
                ['#', 'Attempt', 'When', 'From', 'To', 'By', 'Reason', 'Evidence'],
                journey.journal.map((entry) => [
                  entry.seq,
                  entry.attempt,
                  entry.at,
                  entry.from,
                  entry.to,
                  entry.actor,
                  entry.reason,
                  entry.evidence?.slice(0, 12),
                ]),
              ),
            ]),
            '',
          ])
          .join('\n')
          .trimEnd(),
      )
    })
}
