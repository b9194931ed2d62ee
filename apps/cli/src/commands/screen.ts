import { type Command, InvalidArgumentError, Option } from 'commander'
import { runAndPrint } from '../session.ts'

type Options = {
  birth?: string
  nationality: string[]
  document: string[]
  gender?: 'male' | 'female'
  threshold?: number
}

const collect = (value: string, before: string[]) => [...before, value]

export function screen(parent: Command): void {
  parent
    .command('screen')
    .description('look a person up in the lists that are in use, with the reasons of every hit')
    .argument('<names...>', 'names of one person, each in quotes, in any script')
    .option('--birth <date>', 'YYYY, YYYY-MM or YYYY-MM-DD')
    .option('--nationality <country>', 'two or three letters; may be given several times', collect, [])
    .option('--document <number>', 'of a passport or card; may be given several times', collect, [])
    .addOption(new Option('--gender <gender>', 'as documents say it').choices(['male', 'female']))
    .option('--threshold <score>', "from 0.3 to 1 (by default the policy's own)", parseScore)
    .action(async (names: string[], options: Options, command: Command) => {
      const { birth, nationality, document, gender, threshold } = options
      const person = {
        names,
        ...(birth !== undefined && { birthDate: birth }),
        ...(gender !== undefined && { gender }),
        nationalities: nationality,
        documentNumbers: document,
      }
      const input = { person, ...(threshold !== undefined && { threshold }) }
      await runAndPrint(command, 'screen', input, ({ hits, total, screenedAgainst, ...answer }) => {
        const against = screenedAgainst.map(({ list, version }) => `${list} ${version}`).join(', ')
        const head = `${total} hits from ${answer.threshold} on, policy ${answer.policy}. Lists: ${against || 'none'}.`
        const told = hits.map(({ list, entryId, name, score, features }) => {
          const reasons = features.map(
            ({ feature, part, why }) =>
              `  ${part >= 0 ? '+' : '-'}${Math.abs(part).toFixed(3)}  ${feature}: ${why}`,
          )
          return [`${score.toFixed(3)}  ${name}  (${list} ${entryId})`, ...reasons].join('\n')
        })
        return [head, ...told].join('\n\n')
      })
    })
}

function parseScore(text: string): number {
  const score = Number(text)
  if (score >= 0.3 && score <= 1) return score
  throw new InvalidArgumentError('It is a number from 0.3 to 1.')
}
