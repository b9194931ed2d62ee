import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function listShow(parent: Command): void {
  parent
    .command('show')
    .description('the versions of the lists, newest first, and why some were refused')
    .option('--list <name>', 'of this list alone')
    .action(async ({ list }: { list?: string }, command: Command) => {
      await runAndPrint(command, 'list show', list === undefined ? {} : { list }, (versions) =>
        table(
          ['List', 'Version', 'State', 'Entries', 'Names', 'Published', 'Imported', 'Reason'],
          versions.map((each) => [
            each.list,
            each.version,
            each.state,
            each.entries,
            each.names,
            each.publishedAt,
            // Over the wire a date is its text.
            new Date(each.importedAt).toISOString(),
            each.reason,
          ]),
        ),
      )
    })
}
