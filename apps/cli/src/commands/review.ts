import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OperatorError, silentLogger } from '@touchstone/common'
import { runCommand } from '@touchstone/runtime/command-line'
import { type Command, InvalidArgumentError } from 'commander'
import {
  argument,
  collect,
  given,
  type OptionRow,
  option,
  requiredOption,
  wholeNumber,
  yesOrNo,
} from '../options.ts'
import { printOutput, settingsOf } from '../session.ts'
import { type Noun, operatorCommand, type SubCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

const number = argument('<number>', 'of the review', wholeNumber)

export const review: Noun = {
  name: 'review',
  description: 'possible hits, look-alikes and documents that wait for a decision',
  commands: [
    {
      name: 'list',
      description: 'list what waits for a decision, the oldest first',
      options: [option('--decided', 'what was decided instead')],
      run: operatorCommand(
        'review list',
        ({ decided = false }: { decided?: boolean }) => ({ decided }),
        (reviews, { decided }) =>
          reviews.length === 0
            ? decided
              ? 'Nothing was decided yet.'
              : 'Nothing waits for a decision.'
            : table(
                ['#', 'What', 'User', 'Merchant', 'Program', 'Since', 'Decision', 'By'],
                reviews.map((each) => [
                  each.id,
                  each.kind,
                  each.svcId,
                  each.merchant,
                  each.programNo,
                  each.openedAt,
                  each.decision,
                  each.decidedBy,
                ]),
              ),
      ),
    },
    {
      name: 'show',
      description: 'show a review with what it rests on: personal data, for who decides alone',
      arguments: [number],
      run: operatorCommand(
        'review show',
        (id: number) => ({ id }),
        ({ detail, opinions, ...shown }) =>
          [
            card([
              ['Review', shown.id],
              ['What', shown.kind],
              ['User', shown.svcId],
              ['Merchant', shown.merchant],
              ['Since', shown.openedAt],
              ['Decision', shown.decision],
              ...(shown.byTwo ? ([['Decided by', 'two members, in the dashboard']] as const) : []),
            ]),
            ...opinions.map(({ at, by, decision, note, ended }) =>
              [at, by, decision, ended, note].filter((text) => text !== '').join('  '),
            ),
            '',
            JSON.stringify(detail, null, 2),
          ].join('\n'),
      ),
    },
    {
      name: 'pictures',
      description:
        'write the pictures of a review (a document, a film) to files: for who decides alone, and written down',
      arguments: [number],
      options: [
        requiredOption('--out <folder>', 'where to write them; made where it is not there'),
        requiredOption('--by <name>', 'who looks at them; the record keeps it'),
      ],
      run: writePictures,
    },
    decide('clear', {
      description:
        'another person than the listed one, nobody known, a document as it is given, or a live person: it goes on',
      done: 'is cleared: the verification goes on.',
      options: [
        option('--field <name=value>', 'of a document: a field as the pictures show it; may be repeated', {
          parse: collectField,
        }),
        option(
          '--zone <line>',
          'of a document: a line of its zone as the pictures show it; repeated for each',
          { parse: collect },
        ),
      ],
    }),
    decide('confirm', {
      description:
        'the listed party, a face that is known already, a document that is refused, or nobody alive: it fails',
      done: 'is confirmed: the verification has failed, or what was shared is revoked.',
      options: [],
    }),
    {
      name: 'screen-again',
      description: 'screen everybody whom the current lists have not seen (runs every ten minutes by itself)',
      run: operatorCommand(
        'review screen-again',
        () => ({}),
        ({ screened, found }) => `${screened} screened, ${found} new to review.`,
      ),
    },
    {
      name: 'rule',
      description: 'who decides reviews, of a merchant or of all: shows it, or changes what is given',
      arguments: [argument('[mchNo]', 'merchant number; left out: of all merchants')],
      options: [
        option('--delegated <yes|no>', 'its own compliance people and owners decide, besides the operator', {
          parse: yesOrNo,
        }),
        option('--two-people <yes|no>', 'a decision takes two members who say the same', { parse: yesOrNo }),
      ],
      run: operatorCommand(
        'review rule',
        (mchNo: string | undefined, options: { delegated?: boolean; twoPeople?: boolean }) =>
          given({ mchNo, delegated: options.delegated, byTwo: options.twoPeople }),
        (rule) =>
          card([
            ['Merchant', rule.mchNo ?? 'all'],
            ...(rule.mchNo === null ? [] : ([['Delegated', rule.delegated]] as const)),
            ['Two people decide', rule.byTwo],
          ]),
      ),
    },
  ],
}

type Decided = { by: string; note?: string; field?: Record<string, string>; zone?: string[] }

/** The two decisions are one command with two names. */
function decide(
  decision: 'clear' | 'confirm',
  row: { description: string; done: string; options: readonly OptionRow[] },
): SubCommand {
  return {
    name: decision,
    description: row.description,
    arguments: [number],
    options: [
      requiredOption('--by <name>', 'who decides; the record keeps it'),
      option('--note <text>', 'why; kept sealed'),
      ...row.options,
    ],
    run: operatorCommand(
      'review decide',
      (id: number, { by, note, field: fields, zone }: Decided) => ({
        ...{ id, decision, by },
        ...given({ note, fields, zone }),
      }),
      ({ id }) => `Review ${id} ${row.done}`,
    ),
  }
}

function collectField(text: string, previous: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([a-zA-Z]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It takes name=value.')
  return { ...previous, [name]: value.trim() }
}

/** Only the user who runs the command may read the files. That is why the command writes them, not the server. */
const onlyOwner = { folder: 0o700, file: 0o600 }

async function writePictures(
  command: Command,
  id: number,
  { out, by }: { out: string; by: string },
): Promise<void> {
  const folder = resolve(out)
  refuseUnwritable(() => mkdirSync(folder, { recursive: true, mode: onlyOwner.folder }))
  const settings = settingsOf(command)
  const input = { id, by }
  const { pictures } = await runCommand({ name: 'review pictures', input, settings, logger: silentLogger })
  const files = pictures.map(({ type, base64, asked }, index) => {
    // The pictures of a film are in their order, each with the movement that was asked for.
    const name = asked === undefined ? `${index + 1}` : `${String(index + 1).padStart(2, '0')}-${asked}`
    const file = join(folder, `review-${id}-${name}.${type}`)
    // Never over another file, which others might be able to read.
    const options = { mode: onlyOwner.file, flag: 'wx' }
    refuseUnwritable(() => writeFileSync(file, Buffer.from(base64, 'base64'), options))
    return file
  })
  printOutput(command, { id, files }, () =>
    [
      ...files,
      'Only you can read these files (mode 0600). Delete them when you have decided: they are not deleted for you.',
    ].join('\n'),
  )
}

function refuseUnwritable(write: () => unknown): void {
  try {
    write()
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new OperatorError({
      code: 'review.out',
      message: `The pictures could not be written (${code}).`,
      remedy: 'Give a folder that you may write to and that has no files of this review.',
    })
  }
}
