import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runLongAndPrint } from '../session.ts'

export function issuerRotate(parent: Command): void {
  parent
    .command('rotate')
    .description('sign credentials with a new key; what the old one signed stays good until it expires')
    .action(async (_options: object, command: Command) => {
      await runLongAndPrint(command, 'issuer rotate', {}, ({ key, chains }) =>
        [
          `Credentials are signed with the key ${key.id} from now on.`,
          ...(chains.length === 0
            ? []
            : [
                '',
                table(
                  ['Chain', 'Verifier', 'State', 'To be sent by the admin'],
                  chains.map(({ chainId, verifier, state, data }) => [chainId, verifier, state, data]),
                ),
              ]),
        ].join('\n'),
      )
    })
}
