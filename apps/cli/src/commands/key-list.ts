import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function keyList(parent: Command): void {
  parent
    .command('list')
    .description('list the API keys of a merchant')
    .argument('<mchNo>', 'merchant number')
    .action(async (mchNo: string, _options: object, command: Command) => {
      await runAndPrint(command, 'key list', { mchNo }, (keys) =>
        table(
          ['Key id', 'Created', 'Last used', 'Expires', 'Revoked'],
          keys.map((key) => [key.keyId, key.createdAt, key.lastUsedAt, key.expiresAt, key.revokedAt]),
        ),
      )
    })
}
