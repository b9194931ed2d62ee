import { argument, option, requiredOption } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

type Added = { name: string; description?: string; issuer: string; start: string; jwks: string }

export const provider: Noun = {
  name: 'provider',
  description: 'providers of investor data',
  commands: [
    {
      name: 'add',
      description: 'register or update a data provider',
      arguments: [argument('<id>', 'short name, like "acme-bank"')],
      options: [
        requiredOption('--name <name>', 'name shown to users'),
        option('--description <text>', 'one sentence, shown to users'),
        requiredOption('--issuer <issuer>', 'issuer of its statements (the iss claim)'),
        requiredOption('--start <url>', 'URL to which users are sent'),
        requiredOption('--jwks <url>', 'URL of its public keys'),
      ],
      run: operatorCommand(
        'provider add',
        (id: string, { name, description = '', issuer, start, jwks }: Added) => ({
          ...{ id, name, description, issuer },
          startUrl: start,
          jwksUrl: jwks,
        }),
        (added) =>
          card([
            ['Provider', added.id],
            ['Name', added.name],
            ['Issuer', added.issuer],
            ['Start', added.startUrl],
            ['Keys', added.jwksUrl],
          ]),
      ),
    },
    {
      name: 'list',
      description: 'list the data providers',
      run: operatorCommand(
        'provider list',
        () => ({}),
        (providers) =>
          providers.length === 0
            ? 'There are no data providers.'
            : table(
                ['Id', 'Name', 'Issuer', 'Start'],
                providers.map(({ id, name, issuer, startUrl }) => [id, name, issuer, startUrl]),
              ),
      ),
    },
    {
      name: 'remove',
      description: 'remove a data provider',
      arguments: [argument('<id>', 'id, as shown by "provider list"')],
      run: operatorCommand(
        'provider remove',
        (id: string) => ({ id }),
        (_removed, id) => `Provider ${id} has been removed.`,
      ),
    },
  ],
}
