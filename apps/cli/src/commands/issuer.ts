import { longOperatorCommand, type Noun, operatorCommand } from '../sub-command.ts'
import { table } from '../table.ts'

export const issuer: Noun = {
  name: 'issuer',
  description: 'keys that sign credentials',
  commands: [
    {
      name: 'list',
      description: 'the keys whose credentials are accepted, the current one first',
      run: operatorCommand(
        'issuer list',
        () => ({}),
        (keys) =>
          table(
            ['Key', 'As proofs and contracts know it'],
            keys.map(({ id, issuerKey }) => [id, issuerKey]),
          ),
      ),
    },
    {
      name: 'rotate',
      description:
        'announce a new key to the chains, and sign credentials with it as soon as all of them take it',
      run: longOperatorCommand(
        'issuer rotate',
        () => ({}),
        ({ key, signs, chains }) =>
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
      ),
    },
  ],
}
