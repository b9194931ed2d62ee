import { silentLogger } from '@touchstone/common'
import { checkUpgrade, type UpgradeCheck } from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { requiredOption } from '../options.ts'
import { printOutput, settingsOf } from '../session.ts'
import type { SubCommand } from '../sub-command.ts'
import { table } from '../table.ts'
import { terminalOf } from '../terminal.ts'

/** 0 if the nodes can be replaced one after another. */
const exitCodes = { impossible: 1, nodesMustStop: 3 }

export const upgrade: SubCommand = {
  name: 'upgrade',
  description:
    'show which migrations this version would run on the database, how long they would take, and whether nodes must stop; exit code 0 if they need not, 3 if they must, 1 if the upgrade is not possible',
  options: [requiredOption('--check', 'change nothing')],
  async run(command: Command) {
    const check = await checkUpgrade({ settings: settingsOf(command), logger: silentLogger })
    printOutput(command, { ...check, enoughSpace: hasSpace(check) }, describe)
    if (check.state === 'newer' || hasSpace(check) === false)
      terminalOf(command).exitCode = exitCodes.impossible
    else if (check.nodesMustStop) terminalOf(command).exitCode = exitCodes.nodesMustStop
  },
}

/** Returns null if the free space is not known. */
const hasSpace = ({ freeBytes, bytes }: UpgradeCheck) => (freeBytes === null ? null : freeBytes > bytes)

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`

function describe(check: UpgradeCheck): string {
  const { state, migrations, newerMigrations, nodesMustStop, seconds, bytes, freeBytes } = check
  if (state === 'newer')
    return [
      `The database was migrated by a newer version (${newerMigrations.join(', ')}).`,
      'Use that version or a newer one, or restore a backup.',
    ].join('\n')
  if (state === 'current') return 'The database is up to date: this version runs no migrations.'
  const space = `about ${megabytes(bytes)}`
  return [
    table(
      ['Migration', 'Kind', 'Reads or writes', 'About'],
      migrations.map(({ name, kind, tables, seconds: each }) => [
        name,
        kind,
        tables.map(({ table: of, how, rows }) => `${how} ${of} (${rows} rows)`).join(', '),
        `${Math.ceil(each)} s`,
      ]),
    ),
    '',
    `All ${migrations.length} migrations run in one transaction and take about ${seconds} s on this data.`,
    freeBytes === null
      ? `They need ${space} in the database. Check the free space on the database server.`
      : `They need ${space} of disk space, and ${megabytes(freeBytes)} are free${freeBytes > bytes ? '' : ': not enough'}.`,
    nodesMustStop
      ? 'Stop all nodes before the first node of this version starts.'
      : 'The nodes can be replaced one after another. Changes to the tables above wait while the migrations run.',
    'Make a backup first: touchstone backup <target>',
  ].join('\n')
}
