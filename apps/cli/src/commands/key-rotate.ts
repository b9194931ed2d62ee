import { type Command, Option } from 'commander'
import { duration } from '../output/parse.ts'
import { card } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function keyRotate(parent: Command): void {
  parent
    .command('rotate')
    .description('make a new API key; the old one works on for a while')
    .argument('<keyId>', 'the first 8 digits of the key to replace')
    .addOption(
      new Option('--grace <time>', 'how long the old key still works: 45s, 30m, 24h, 7d')
        .argParser(duration)
        .default(24 * 3600, '24h'),
    )
    .action(async (keyId: string, options: { grace: number }, command: Command) => {
      await runAndPrint(command, 'key rotate', { keyId, graceSeconds: options.grace }, (rotated) =>
        [
          card([
            ['New API key', rotated.apiKey],
            ['Old key', rotated.oldKeyId],
            ['Old key ends', rotated.oldKeyExpiresAt],
          ]),
          '',
          'The new key is shown this once: keep it safe.',
        ].join('\n'),
      )
    })
}
