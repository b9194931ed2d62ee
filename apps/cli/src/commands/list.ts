import { resolve } from 'node:path'
import { argument, given, option, requiredOption } from '../options.ts'
import { longOperatorCommand, type Noun, operatorCommand } from '../sub-command.ts'
import { table } from '../table.ts'

/** The default list name for each format. Each list is named after its publisher. */
const namesOfFormats = {
  'ofac-advanced-xml': 'ofac-sdn',
  'un-xml': 'un',
  'eu-csv': 'eu',
  'opensanctions-csv': 'opensanctions',
  'ftm-json': 'opensanctions',
  'plain-csv': 'own',
} as const

type Imported = { format: keyof typeof namesOfFormats; list?: string; as?: string; force?: true }

export const lists: Noun = {
  name: 'list',
  description: 'sanction lists',
  commands: [
    {
      name: 'import',
      description: 'import a new version of a list; a broken or empty one never replaces the current one',
      arguments: [argument('<files...>', 'the list as published; several files form one list')],
      options: [
        requiredOption('--format <format>', 'format of the files', { choices: Object.keys(namesOfFormats) }),
        option('--list <name>', 'name of the list (default: named after the publisher)'),
        option('--as <version>', 'name of this version (default: its publication date)'),
        option('--force', 'import it even if it is older or much shorter than the current version'),
      ],
      run: longOperatorCommand(
        'list import',
        (files: string[], { format, list, as, force }: Imported) => ({
          files: files.map((file) => resolve(file)),
          format,
          list: list ?? namesOfFormats[format],
          ...given({ version: as, force }),
        }),
        ({ list, version, entries, names, delta, unchanged, labels, skipped }) => {
          if (unchanged) return `${list}: version ${version} is already in use.`
          const left = skipped.map(({ reason, count }) => ` Skipped: ${count} (${reason}).`).join('')
          const addresses = labels === 0 ? '' : ` ${labels} address labels.`
          return (
            `${list}: now using version ${version} with ${entries} entries and ${names} names. ` +
            `${delta.added} added, ${delta.changed} changed, ${delta.removed} removed.${addresses}${left}`
          )
        },
      ),
    },
    {
      name: 'show',
      description: 'list the versions of the lists, newest first, with the reason for each rejection',
      options: [option('--list <name>', 'only this list')],
      run: operatorCommand(
        'list show',
        ({ list }: { list?: string }) => given({ list }),
        (versions) =>
          table(
            ['List', 'Version', 'State', 'Entries', 'Names', 'Published', 'Imported', 'Reason'],
            versions.map((each) => [
              each.list,
              each.version,
              each.state,
              each.entries,
              each.names,
              each.publishedAt,
              // In the wire format, dates are strings.
              new Date(each.importedAt).toISOString(),
              each.reason,
            ]),
          ),
      ),
    },
  ],
}
