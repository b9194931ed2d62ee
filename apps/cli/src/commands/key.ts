import { maxKeyNetworks, scopes } from '@touchstone/contract'
import { argument, duration, given, graceOption, list, noneAs, option, orNone } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

const limitOptions = [
  option('--name <name>', 'what the key is for; "none" for no name'),
  option(
    '--scopes <scopes>',
    `scopes, separated by commas: ${scopes.join(', ')}, or areas such as kyt; "none" for no limit`,
    { parse: orNone(list) },
  ),
  option(
    '--networks <networks>',
    `up to ${maxKeyNetworks} addresses or networks (CIDR) that calls must come from, separated by commas; "none" for no limit`,
    { parse: orNone(list) },
  ),
]
const expiresOption = (description: string) =>
  option('--expires <time>', description, { parse: orNone(duration) })

type Expires = { expires?: number | 'none' }
type Limits = Expires & { name?: string; scopes?: string[] | 'none'; networks?: string[] | 'none' }

const expiryOf = ({ expires }: Expires) => given({ expiresInSeconds: noneAs(null, expires) })
const limitsOf = ({ name, scopes, networks, expires }: Limits) => ({
  ...given({ name: noneAs(null, name), scopes: noneAs(null, scopes), networks: noneAs(null, networks) }),
  ...expiryOf({ ...(expires !== undefined && { expires }) }),
})

const scopesText = (names: readonly string[] | null) => names?.join(', ') ?? 'all'
const networksText = (networks: readonly string[] | null) => networks?.join(', ') ?? 'all'

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
            ['Key id', 'Name', 'Scopes', 'Networks', 'Created', 'Last used', 'Expires', 'Revoked'],
            keys.map((each) => [
              ...[each.keyId, each.name, scopesText(each.scopes), networksText(each.networks)],
              ...[each.createdAt, each.lastUsedAt, each.expiresAt, each.revokedAt],
            ]),
          ),
      ),
    },
    {
      name: 'add',
      description: 'create another API key for a merchant, optionally with limits',
      arguments: [argument('<mchNo>', 'merchant number')],
      options: [...limitOptions, expiresOption('when the key expires: 12h, 90d; "none" for never (default)')],
      run: operatorCommand(
        'key add',
        (mchNo: string, options: Limits) => ({ mchNo, ...limitsOf(options) }),
        (made) =>
          [card([['API key', made.apiKey]]), '', 'The key is shown only once. Store it safely.'].join('\n'),
      ),
    },
    {
      name: 'update',
      description: 'change the name or the limits of an API key; takes effect within a second',
      arguments: [argument('<keyId>', 'first 8 digits of the key')],
      options: [...limitOptions, expiresOption('when the key expires, from now: 12h, 90d; "none" for never')],
      run: operatorCommand(
        'key update',
        (keyId: string, options: Limits) => ({ keyId, ...limitsOf(options) }),
        (changed) =>
          card([
            ['Key', changed.keyId],
            ['Name', changed.name ?? 'none'],
            ['Scopes', scopesText(changed.scopes)],
            ['Networks', networksText(changed.networks)],
            ['Expires', changed.expiresAt ?? 'never'],
          ]),
      ),
    },
    {
      name: 'rotate',
      description: 'create a new API key with the same limits; the old one stays valid for a while',
      arguments: [argument('<keyId>', 'first 8 digits of the key to replace')],
      options: [
        graceOption('how long the old key stays valid: 45s, 30m, 24h, 7d'),
        expiresOption(
          'when the new key expires, from now: 12h, 90d; "none" for never (default: as the old key before the rotation)',
        ),
      ],
      run: operatorCommand(
        'key rotate',
        (keyId: string, { grace, ...rest }: Expires & { grace: number }) => ({
          ...{ keyId, graceSeconds: grace },
          ...expiryOf(rest),
        }),
        (rotated) =>
          [
            card([
              ['New API key', rotated.apiKey],
              ['New key expires', rotated.expiresAt ?? 'never'],
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
