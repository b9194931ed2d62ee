import { longOperatorCommand, type Noun } from '../sub-command.ts'

export const secret: Noun = {
  name: 'secret',
  description: 'the master secret',
  commands: [
    {
      name: 'rotate',
      description: 're-encrypt all data with a new master secret; resumes an interrupted rotation',
      run: longOperatorCommand(
        'secret rotate',
        () => ({}),
        ({ keyId, resealed, unreadable, secretIn }) =>
          [
            `Re-encrypted ${resealed} values. All data is now encrypted with the secret ${keyId}.`,
            ...unreadable.map(
              ({ column, values }) =>
                `${values} values of ${column} cannot be verified and remain unchanged.`,
            ),
            secretIn === 'settings'
              ? 'Remove TOUCHSTONE_OLD_SECRET from the settings of every node and restart the nodes.'
              : 'The new secret is in the data folder. Back it up.',
          ].join('\n'),
      ),
    },
  ],
}
