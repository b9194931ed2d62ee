import { argument, graceOption } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

export const key: Noun = {
  name: 'key',
  description: 'API keys',
  commands: [
    {
      name: 'list',
      description: 'list the API keys of a merchant',
      arguments: [argument('<mchNo>', 'merchant number')],
      run: operatorCommand(
        'key list',
        (mchNo: string) => ({ mchNo }),
        (keys) =>
          table(
            ['Key id', 'Created', 'Last used', 'Expires', 'Revoked'],
            keys.map((each) => [each.keyId, each.createdAt, each.lastUsedAt, each.expiresAt, each.revokedAt]),
          ),
      ),
    },
    {
      name: 'rotate',
      description: 'make a new API key; the old one works on for a while',
      arguments: [argument('<keyId>', 'the first 8 digits of the key to replace')],
      options: [graceOption('how long the old key still works: 45s, 30m, 24h, 7d')],
      run: operatorCommand(
        'key rotate',
        (keyId: string, { grace }: { grace: number }) => ({ keyId, graceSeconds: grace }),
        (rotated) =>
          [
            card([
              ['New API key', rotated.apiKey],
              ['Old key', rotated.oldKeyId],
              ['Old key ends', rotated.oldKeyExpiresAt],
            ]),
            '',
            'The new key is shown this once: keep it safe.',
          ].join('\n'),
      ),
    },
    {
      name: 'revoke',
      description: 'end an API key; it is dead within a second',
      arguments: [argument('<keyId>', 'the first 8 digits of the key')],
      run: operatorCommand(
        'key revoke',
        (keyId: string) => ({ keyId }),
        (revoked) => `Key ${revoked.keyId} was revoked at ${revoked.revokedAt}.`,
      ),
    },
  ],
}
