import type { Command } from 'commander'
import { card } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

type Options = { name: string; description?: string; issuer: string; start: string; jwks: string }

export function providerAdd(parent: Command): void {
  parent
    .command('add')
    .description('register a data provider, or change what is known of it')
    .argument('<id>', 'a short name, as "acme-bank"')
    .requiredOption('--name <name>', 'shown to users')
    .option('--description <text>', 'one sentence, shown to users')
    .requiredOption('--issuer <issuer>', 'how its statements name it (iss)')
    .requiredOption('--start <url>', 'where users are sent')
    .requiredOption('--jwks <url>', 'where its keys are published')
    .action(async (id: string, options: Options, command: Command) => {
      const { name, description = '', issuer, start, jwks } = options
      const input = { id, name, description, issuer, startUrl: start, jwksUrl: jwks }
      await runAndPrint(command, 'provider add', input, (provider) =>
        card([
          ['Provider', provider.id],
          ['Name', provider.name],
          ['Issuer', provider.issuer],
          ['Start', provider.startUrl],
          ['Keys', provider.jwksUrl],
        ]),
      )
    })
}
