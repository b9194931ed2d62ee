import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'

export function providerRemove(parent: Command): void {
  parent
    .command('remove')
    .description('let a data provider speak no longer')
    .argument('<id>', 'as the list names it')
    .action(async (id: string, _options: object, command: Command) => {
      await runAndPrint(command, 'provider remove', { id }, () => `Provider ${id} is removed.`)
    })
}
