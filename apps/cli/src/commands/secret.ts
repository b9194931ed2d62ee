import { longOperatorCommand, type Noun } from '../sub-command.ts'

export const secret: Noun = {
  name: 'secret',
  description: 'the master secret',
  commands: [
    {
      name: 'rotate',
      description: 'seal everything again under a new master secret; continues what was interrupted',
      run: longOperatorCommand(
        'secret rotate',
        () => ({}),
        ({ keyId, resealed, unreadable, secretIn }) =>
          [
            `Done: ${resealed} values were sealed again, and everything is under the secret ${keyId}.`,
            ...unreadable.map(
              ({ column, values }) => `${values} of ${column} can't be opened and stay as they were.`,
            ),
            secretIn === 'settings'
              ? 'Remove TOUCHSTONE_OLD_SECRET from the settings of every node, and restart them.'
              : 'The new secret is in the data folder: back it up.',
          ].join('\n'),
      ),
    },
  ],
}
