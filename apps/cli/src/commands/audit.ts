import { readFileSync } from 'node:fs'
import { OperatorError } from '@touchstone/common'
import type { AuditBreakView, OutputOf } from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { collect, option } from '../options.ts'
import { runLongAndPrint } from '../session.ts'
import { longOperatorCommand, type Noun, operatorCommand } from '../sub-command.ts'
import { table } from '../table.ts'
import { terminalOf } from '../terminal.ts'

const ofMerchant = option('--merchant <mchNo>', 'merchant number (default: all logs)')

export const audit: Noun = {
  name: 'audit',
  description: 'the audit log',
  commands: [
    {
      name: 'verify',
      description: 'check that the audit log was not changed in the database; exit code 1 if it was',
      options: [
        ofMerchant,
        option(
          '--expect <head>',
          'a head printed earlier by the command audit heads, or a file with one head per line; repeatable',
          { parse: collect },
        ),
      ],
      run: verify,
    },
    {
      name: 'heads',
      description: 'print the newest entry of each log, for storage outside the database',
      run: operatorCommand(
        'audit heads',
        () => ({}),
        ({ heads, damaged }) =>
          [...heads, ...damaged.map(({ chain }) => `# ${chain} is damaged: run audit verify`)].join('\n'),
      ),
    },
    {
      name: 'send',
      description: 'send the entries that the system in AUDIT_SINK has not received',
      options: [option('--again', 'send all entries, for example to a new system')],
      run: longOperatorCommand(
        'audit send',
        ({ again = false }: { again?: boolean }) => ({ again }),
        ({ sent }) => (sent === 0 ? 'Nothing to send.' : `Sent ${sent} ${sent === 1 ? 'entry' : 'entries'}.`),
      ),
    },
    {
      name: 'compare',
      arguments: [{ flags: '<file>', description: 'the entries that another system received, one per line' }],
      description:
        'find entries that another system did not receive, or that were changed; exit code 1 if there are any',
      run: compare,
    },
    {
      name: 'restart',
      description: 'restart the chain of a damaged log; the existing entries can no longer be verified',
      options: [option('--merchant <mchNo>', "merchant number (default: the operator's log)")],
      run: operatorCommand(
        'audit restart',
        ({ merchant }: { merchant?: string }) => (merchant === undefined ? {} : { mchNo: merchant }),
        ({ chain, earlier }) =>
          `Restarted the chain of ${chain}. ${earlier} entries were recorded before the chain was started.`,
      ),
    },
  ],
}

async function verify(
  command: Command,
  { merchant, expect = [] }: { merchant?: string; expect?: string[] },
): Promise<void> {
  const expected = expect.flatMap(headsOf)
  const input = { expected, ...(merchant !== undefined && { mchNo: merchant }) }
  const { intact } = await runLongAndPrint(command, 'audit verify', input, describe)
  if (!intact) terminalOf(command).exitCode = 1
}

/** Returns the given head, or the heads in a file, ignoring lines that start with `#`. */
function headsOf(given: string): string[] {
  if (given.includes(':') && /:[0-9a-f]{64}$/.test(given)) return [given]
  try {
    const lines = readFileSync(given, 'utf8').split('\n')
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  } catch (cause) {
    throw new OperatorError({
      code: 'audit.no-heads',
      message: `${given} is neither a log head nor a readable file.`,
      remedy: 'Pass the output of touchstone audit heads, or the path of a file that contains it.',
      cause,
    })
  }
}

const chains = (count: number) => `${count} ${count === 1 ? 'log' : 'logs'}`

function describe({ intact, chains: logs }: OutputOf<'audit verify'>): string {
  const broken = logs.filter(({ breakCount }) => breakCount > 0)
  const rows = logs.flatMap(({ chain, breaks, breakCount }) => [
    ...breaks.slice(0, mostShown).map((each) => rowOf(chain, each)),
    ...(breakCount > mostShown
      ? [[chain, null, null, null, `${breakCount - mostShown} more`, 'Print all with --json.']]
      : []),
  ])
  return [
    table(
      ['Log', 'Verified', 'Recorded before the chain was started', 'Chain since'],
      logs.map(({ chain, verified, earlier, startedAt }) => [chain, verified, earlier, startedAt]),
    ),
    '',
    intact
      ? `The audit log is intact (${chains(logs.length)}).`
      : `The audit log was changed (${broken.length} of ${chains(logs.length)}).`,
    ...(intact ? [] : [table(['Log', 'Position', 'Id', 'Time', 'Found', 'What to do'], rows)]),
    '',
    'Heads:',
    ...logs.flatMap(({ head }) => head ?? []),
  ].join('\n')
}

/** The maximum number of breaks per log in the text output. `--json` prints up to a thousand. */
const mostShown = 20

const restore = 'Compare with a backup, find out who can write to the database, and change its password.'
const restart = 'Then restart the chain: touchstone audit restart.'

const explanations: Readonly<Record<AuditBreakView['kind'], readonly [found: string, remedy: string]>> = {
  changed: ['changed', restore],
  removed: ['removed', restore],
  inserted: ['inserted: the service did not write this entry, or it is a duplicate', restore],
  reordered: ['moved to a position after later entries', restore],
  'cut-off': ['the newest entries were removed', restore],
  replaced: ['does not continue the previous entry: parts of a copy of the log were restored', restore],
  unchained: ['written while the chain was damaged; other entries may be missing', restart],
  'earlier-changed': ['the entries recorded before the chain was started have been changed', restore],
  'head-changed': ['the record of the newest entry was changed', `${restore} ${restart}`],
  'head-missing': ['the record of the newest entry was removed', `${restore} ${restart}`],
  'head-old': ['the record of the newest entry was replaced by an older one', `${restore} ${restart}`],
  'expected-missing': ['an expected entry was removed: the log is shorter than it was', restore],
  'expected-differs': ['an expected entry differs: the log was rewritten', restore],
}

function rowOf(chain: string, { kind, position, id, at, count }: AuditBreakView) {
  const [found, remedy] = explanations[kind]
  const range = position !== null && count > 1 ? `${position}-${position + count - 1}` : position
  return [chain, range, id, at, position === null && count > 1 ? `${count} times: ${found}` : found, remedy]
}

async function compare(command: Command, file: string): Promise<void> {
  const { complete } = await runLongAndPrint(command, 'audit compare', { file }, describeCompared)
  if (!complete) terminalOf(command).exitCode = 1
}

type Compared = OutputOf<'audit compare'>

const comparedText: Readonly<Record<Compared['logs'][number]['problems'][number]['kind'], string>> = {
  missing: 'missing: the other system does not have these entries',
  changed: 'changed after the service wrote them',
  differs: 'differs from the entry in the database: one of the two logs was rewritten',
  unknown: 'not in the database: the log there is shorter than it was',
  unsent: 'not received yet: run audit send',
}

function describeCompared({ complete, logs }: Compared): string {
  const rows = logs.flatMap(({ log, problems }) =>
    problems.map(({ kind, position, count }) => [
      log,
      position === null ? null : count > 1 ? `${position}-${position + count - 1}` : position,
      count,
      comparedText[kind],
    ]),
  )
  return [
    table(
      ['Log', 'Entries', 'Newest position'],
      logs.map(({ log, entries, last }) => [log, entries, last]),
    ),
    '',
    complete ? 'The copy is complete and unchanged.' : 'The copy differs from the audit log.',
    ...(complete ? [] : [table(['Log', 'Position', 'Entries', 'Found'], rows)]),
  ].join('\n')
}
