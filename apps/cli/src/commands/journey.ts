import type { Command } from 'commander'
import { given, option, wholeNumber } from '../options.ts'
import { runAndPrint } from '../session.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { table } from '../table.ts'

export const journey: Noun = {
  name: 'journey',
  description: 'verifications that the service cannot advance',
  commands: [
    {
      name: 'stuck',
      description: 'list journeys whose step failed on every attempt, oldest first, up to 1000',
      run: operatorCommand(
        'journey stuck',
        () => ({}),
        (journeys) =>
          table(
            ['Journey', 'User', 'Program', 'Step', 'Code', 'Since'],
            journeys.map((each) => [each.id, each.svcId, each.programNo, each.step, each.code, each.since]),
          ),
      ),
    },
    {
      name: 'restart',
      description: 'restart the failed step of stuck journeys, with a new set of attempts',
      options: [
        option('--id <id>', 'only this journey', { parse: wholeNumber }),
        option('--all', 'all stuck journeys', { conflicts: ['id'] }),
      ],
      run: restart,
    },
  ],
}

async function restart(command: Command, { id, all }: { id?: number; all?: true }): Promise<void> {
  if (id === undefined && !all) command.error('error: pass --id with a journey, or pass --all')
  await runAndPrint(command, 'journey restart', given({ id }), ({ restarted }) =>
    restarted === 1 ? '1 journey will be restarted.' : `${restarted} journeys will be restarted.`,
  )
}
