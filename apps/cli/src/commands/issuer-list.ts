import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function issuerList(parent: Command): void {
  parent
    .command('list')
    .description('the keys whose credentials are accepted, the current one first')
    .action(async (_options: object, command: Command) => {
      await runAndPrint(command, 'issuer list', {}, (keys) =>
        table(
          ['Key', 'As proofs and contracts know it'],
          keys.map(({ id, issuerKey }) => [id, issuerKey]),
        ),
      )
    })
}
