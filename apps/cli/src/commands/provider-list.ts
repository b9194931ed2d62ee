import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function providerList(parent: Command): void {
  parent
    .command('list')
    .description('list the data providers')
    .action(async (_options: object, command: Command) => {
      await runAndPrint(command, 'provider list', {}, (providers) =>
        providers.length === 0
          ? 'No provider is registered.'
          : table(
              ['Id', 'Name', 'Issuer', 'Start'],
              providers.map(({ id, name, issuer, startUrl }) => [id, name, issuer, startUrl]),
            ),
      )
    })
}
