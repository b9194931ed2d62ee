import type { OutputOf } from '@touchstone/runtime/command-line'
import { argument, collect, given, numberWhere, option } from '../options.ts'
import { operatorCommand, type SubCommand } from '../sub-command.ts'

type Options = {
  birth?: string
  nationality: string[]
  document: string[]
  gender?: 'male' | 'female'
  threshold?: number
}

export const screen: SubCommand = {
  name: 'screen',
  description: 'look a person up in the lists that are in use, with the reasons of every hit',
  arguments: [argument('<names...>', 'names of one person, each in quotes, in any script')],
  options: [
    option('--birth <date>', 'YYYY, YYYY-MM or YYYY-MM-DD'),
    option('--nationality <country>', 'two or three letters; may be given several times', {
      parse: collect,
      defaultValue: [],
    }),
    option('--document <number>', 'of a passport or card; may be given several times', {
      parse: collect,
      defaultValue: [],
    }),
    option('--gender <gender>', 'as documents say it', { choices: ['male', 'female'] }),
    option('--threshold <score>', "from 0.3 to 1 (by default the policy's own)", {
      parse: numberWhere((score) => score >= 0.3 && score <= 1, 'It is a number from 0.3 to 1.'),
    }),
  ],
  run: operatorCommand(
    'screen',
    (names: string[], { birth, nationality, document, gender, threshold }: Options) => ({
      person: {
        names,
        ...given({ birthDate: birth, gender }),
        nationalities: nationality,
        documentNumbers: document,
      },
      ...given({ threshold }),
    }),
    describe,
  ),
}

function describe({ hits, total, screenedAgainst, threshold, policy }: OutputOf<'screen'>): string {
  const against = screenedAgainst.map(({ list, version }) => `${list} ${version}`).join(', ')
  const head = `${total} hits from ${threshold} on, policy ${policy}. Lists: ${against || 'none'}.`
  const described = hits.map(({ list, entryId, name, score, features }) => {
    const reasons = features.map(
      ({ feature, part, why }) =>
        `  ${part >= 0 ? '+' : '-'}${Math.abs(part).toFixed(3)}  ${feature}: ${why}`,
    )
    return [`${score.toFixed(3)}  ${name}  (${list} ${entryId})`, ...reasons].join('\n')
  })
  return [head, ...described].join('\n\n')
}
