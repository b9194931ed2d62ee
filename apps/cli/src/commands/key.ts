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
      description: 'create a new API key; the old one stays valid for a while',
      arguments: [argument('<keyId>', 'first 8 digits of the key to replace')],
      options: [graceOption('how long the old key stays valid: 45s, 30m, 24h, 7d')],
      run: operatorCommand(
        'key rotate',
        (keyId: string, { grace }: { grace: number }) => ({ keyId, graceSeconds: grace }),
        (rotated) =>
          [
            card([
              ['New API key', rotated.apiKey],
              ['Old key', rotated.oldKeyId],
              ['Old key valid until', rotated.oldKeyExpiresAt],
            ]),
            '',
            'The new key is shown only once. Store it safely.',
          ].join('\n'),
      ),
    },
    {
      name: 'revoke',
      description: 'revoke an API key; takes effect within a second',
      arguments: [argument('<keyId>', 'first 8 digits of the key')],
      run: operatorCommand(
        'key revoke',
        (keyId: string) => ({ keyId }),
        (revoked) => `Key ${revoked.keyId} was revoked at ${revoked.revokedAt}.`,
      ),
    },
  ],
}
