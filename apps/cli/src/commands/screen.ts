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
  description: 'search the current lists for a person and explain every hit',
  arguments: [argument('<names...>', 'names of one person, each in quotes, in any script')],
  options: [
    option('--birth <date>', 'YYYY, YYYY-MM or YYYY-MM-DD'),
    option('--nationality <country>', 'two- or three-letter code; repeatable', {
      parse: collect,
      defaultValue: [],
    }),
    option('--document <number>', 'number of a passport or card; repeatable', {
      parse: collect,
      defaultValue: [],
    }),
    option('--gender <gender>', 'gender, as stated in documents', { choices: ['male', 'female'] }),
    option('--threshold <score>', 'minimum score of a hit, from 0.3 to 1 (default: from the policy)', {
      parse: numberWhere((score) => score >= 0.3 && score <= 1, 'Expected a number from 0.3 to 1.'),
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
  const head = `${total} hits with a score of at least ${threshold}, policy ${policy}. Lists: ${against || 'none'}.`
  const described = hits.map(({ list, entryId, name, score, features }) => {
    const reasons = features.map(
      ({ feature, part, why }) =>
        `  ${part >= 0 ? '+' : '-'}${Math.abs(part).toFixed(3)}  ${feature}: ${why}`,
    )
    return [`${score.toFixed(3)}  ${name}  (${list} ${entryId})`, ...reasons].join('\n')
  })
  return [head, ...described].join('\n\n')
}
