import { argument, option, requiredOption } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

type Added = { name: string; description?: string; issuer: string; start: string; jwks: string }

export const provider: Noun = {
  name: 'provider',
  description: 'who may speak about investors',
  commands: [
    {
      name: 'add',
      description: 'register a data provider, or change what is known of it',
      arguments: [argument('<id>', 'a short name, as "acme-bank"')],
      options: [
        requiredOption('--name <name>', 'shown to users'),
        option('--description <text>', 'one sentence, shown to users'),
        requiredOption('--issuer <issuer>', 'how its statements name it (iss)'),
        requiredOption('--start <url>', 'where users are sent'),
        requiredOption('--jwks <url>', 'where its keys are published'),
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
            ? 'No provider is registered.'
            : table(
                ['Id', 'Name', 'Issuer', 'Start'],
                providers.map(({ id, name, issuer, startUrl }) => [id, name, issuer, startUrl]),
              ),
      ),
    },
    {
      name: 'remove',
      description: 'let a data provider speak no longer',
      arguments: [argument('<id>', 'as the list names it')],
      run: operatorCommand(
        'provider remove',
        (id: string) => ({ id }),
        (_removed, id) => `Provider ${id} is removed.`,
      ),
    },
  ],
}
