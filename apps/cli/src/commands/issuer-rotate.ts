import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runLongAndPrint } from '../session.ts'

export function issuerRotate(parent: Command): void {
  parent
    .command('rotate')
    .description(
      'announce a new key to the chains, and sign credentials with it as soon as all of them take it',
    )
    .action(async (_options: object, command: Command) => {
      await runLongAndPrint(command, 'issuer rotate', {}, ({ key, signs, chains }) =>
        [
          signs
            ? `Credentials are signed with the key ${key.id} from now on.`
            : `The key ${key.id} is announced. The one before signs until all chains take it: run this again then.`,
          ...(chains.length === 0
            ? []
            : [
                '',
                table(
                  ['Chain', 'Verifier', 'State', 'From', 'To be sent by the admin'],
                  chains.map(({ chainId, verifier, state, from, data }) => [
                    chainId,
                    verifier,
                    state,
                    from,
                    data,
                  ]),
                ),
              ]),
        ].join('\n'),
      )
    })
}
