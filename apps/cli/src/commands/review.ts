import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OperatorError, silentLogger } from '@touchstone/common'
import { runCommand } from '@touchstone/runtime/command-line'
import { type Command, InvalidArgumentError } from 'commander'
import {
  argument,
  collect,
  given,
  numberWhere,
  type OptionRow,
  option,
  requiredOption,
  wholeNumber,
  yesOrNo,
} from '../options.ts'
import { printOutput, settingsOf } from '../session.ts'
import { type Noun, operatorCommand, type SubCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

const isLimit = (limit: number) => Number.isInteger(limit) && limit >= 1 && limit <= 1000
const number = argument('<number>', 'number of the review', wholeNumber)

export const review: Noun = {
  name: 'review',
  description: 'possible hits, look-alikes and documents that need a decision',
  commands: [
    {
      name: 'list',
      description: 'list open reviews, oldest first',
      options: [
        option('--decided', 'list decided reviews instead'),
        option('--limit <n>', 'maximum number of reviews (default: 200)', {
          parse: numberWhere(isLimit, 'Expected an integer from 1 to 1000.'),
        }),
      ],
      run: operatorCommand(
        'review list',
        ({ decided = false, limit }: { decided?: boolean; limit?: number }) => ({
          decided,
          ...given({ limit }),
        }),
        (reviews, { decided }) =>
          reviews.length === 0
            ? decided
              ? 'There are no decided reviews.'
              : 'There are no open reviews.'
            : table(
                ['#', 'What', 'User', 'Merchant', 'Program', 'Test mode', 'Since', 'Decision', 'By'],
                reviews.map((each) => [
                  each.id,
                  each.kind,
                  each.svcId,
                  each.merchant,
                  each.programNo,
                  each.test,
                  each.openedAt,
                  each.decision,
                  each.decidedBy,
                ]),
              ),
      ),
    },
    {
      name: 'show',
      description: 'show a review with its evidence, including personal data; for reviewers only',
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
              ['Test mode', shown.test ? 'yes: the decision affects only this test' : undefined],
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
        'save a review’s pictures (document or video frames) to files; for reviewers only, and the access is recorded',
      arguments: [number],
      options: [
        requiredOption('--out <folder>', 'folder for the files; created if missing'),
        requiredOption('--by <name>', 'name of the viewer, which is recorded'),
      ],
      run: writePictures,
    },
    decide('clear', {
      description:
        "decide in the person's favour (not listed, no duplicate face, valid document or live person) and continue the verification",
      done: 'is cleared: the verification continues.',
      options: [
        option('--field <name=value>', 'for a document: a field as shown in the pictures; repeatable', {
          parse: collectField,
        }),
        option(
          '--zone <line>',
          'for a document: one line of the machine-readable zone as shown in the pictures; repeat for each line',
          { parse: collect },
        ),
      ],
    }),
    decide('confirm', {
      description:
        'decide against the person (listed, duplicate face, invalid document or no live person) and fail the verification',
      done: 'is confirmed: the verification has failed, or a shared result has been revoked.',
      options: [],
    }),
    {
      name: 'screen-again',
      description:
        'screen everyone who has not yet been screened against the current lists (runs automatically every ten minutes)',
      run: operatorCommand(
        'review screen-again',
        () => ({}),
        ({ screened, found }) => `${screened} people screened, ${found} new reviews.`,
      ),
    },
    {
      name: 'rule',
      description: 'show or change who decides reviews, for one merchant or for all',
      arguments: [argument('[mchNo]', 'merchant number (default: all merchants)')],
      options: [
        option(
          '--delegated <yes|no>',
          'let the merchant’s compliance members and owners decide, in addition to the operator',
          {
            parse: yesOrNo,
          },
        ),
        option('--two-people <yes|no>', 'require two members to make the same decision', { parse: yesOrNo }),
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

/** Returns the command for one of the two decisions. */
function decide(
  decision: 'clear' | 'confirm',
  row: { description: string; done: string; options: readonly OptionRow[] },
): SubCommand {
  return {
    name: decision,
    description: row.description,
    arguments: [number],
    options: [
      requiredOption('--by <name>', 'name of the reviewer, which is recorded'),
      option('--note <text>', 'reason, stored encrypted'),
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
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Expected name=value.')
  return { ...previous, [name]: value.trim() }
}

/** The command, not the server, writes the files, so that only the user who runs it can read them. */
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
    // A video frame's name contains its position in chronological order and the requested movement.
    const name = asked === undefined ? `${index + 1}` : `${String(index + 1).padStart(2, '0')}-${asked}`
    const file = join(folder, `review-${id}-${name}.${type}`)
    // An existing file is never overwritten, because other users might be able to read it.
    const options = { mode: onlyOwner.file, flag: 'wx' }
    refuseUnwritable(() => writeFileSync(file, Buffer.from(base64, 'base64'), options))
    return file
  })
  printOutput(command, { id, files }, () =>
    [
      ...files,
      'Only you can read these files (mode 0600). Delete them after your decision; they are not deleted automatically.',
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
      remedy: 'Choose a writable folder that contains no files from this review.',
    })
  }
}
