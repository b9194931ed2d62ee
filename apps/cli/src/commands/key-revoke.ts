import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'

export function keyRevoke(parent: Command): void {
  parent
    .command('revoke')
    .description('end an API key; it is dead within a second')
    .argument('<keyId>', 'the first 8 digits of the key')
    .action(async (keyId: string, _options: object, command: Command) => {
      await runAndPrint(
        command,
        'key revoke',
        { keyId },
        (revoked) => `Key ${revoked.keyId} was revoked at ${revoked.revokedAt}.`,
      )
    })
}
