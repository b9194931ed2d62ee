import { longOperatorCommand, type Noun, operatorCommand } from '../sub-command.ts'
import { table } from '../table.ts'

export const issuer: Noun = {
  name: 'issuer',
  description: 'keys that sign credentials',
  commands: [
    {
      name: 'list',
      description: 'list the keys whose credentials are accepted, current key first',
      run: operatorCommand(
        'issuer list',
        () => ({}),
        (keys) =>
          table(
            ['Key', 'Value in proofs and contracts'],
            keys.map(({ id, issuerKey }) => [id, issuerKey]),
          ),
      ),
    },
    {
      name: 'rotate',
      description: 'announce a new key to the chains and sign with it once all of them accept it',
      run: longOperatorCommand(
        'issuer rotate',
        () => ({}),
        ({ key, signs, chains }) =>
          [
            signs
              ? `Credentials are now signed with the key ${key.id}.`
              : `The key ${key.id} is announced. The previous key signs until all chains accept the new one; then run this command again.`,
            ...(chains.length === 0
              ? []
              : [
                  '',
                  table(
                    ['Chain', 'Verifier', 'State', 'From', 'Call data for the admin'],
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
