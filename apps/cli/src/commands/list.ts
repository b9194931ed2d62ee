import { resolve } from 'node:path'
import { argument, given, option, requiredOption } from '../options.ts'
import { longOperatorCommand, type Noun, operatorCommand } from '../sub-command.ts'
import { table } from '../table.ts'

/** The default name of a list, by its format: that of its publisher. */
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
      description:
        'take in a new version of a list; one that is broken or empty never replaces the one in use',
      arguments: [
        argument('<files...>', 'the list as its publisher wrote it; several files are parts of one list'),
      ],
      options: [
        requiredOption('--format <format>', 'what the file is', { choices: Object.keys(namesOfFormats) }),
        option('--list <name>', 'the list that this is a version of (by default named after the publisher)'),
        option('--as <version>', 'what to call this version (by default when it was published)'),
        option('--force', 'also if it is older, or has far fewer entries, than the one in use'),
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
          if (unchanged) return `${list}: version ${version} was in use already.`
          const left = skipped.map(({ reason, count }) => ` Left out: ${count} (${reason}).`).join('')
          const addresses = labels === 0 ? '' : ` ${labels} labels of addresses.`
          return (
            `${list}: version ${version} is in use, ${entries} entries with ${names} names. ` +
            `${delta.added} added, ${delta.changed} changed, ${delta.removed} removed.${addresses}${left}`
          )
        },
      ),
    },
    {
      name: 'show',
      description: 'the versions of the lists, newest first, and why some were refused',
      options: [option('--list <name>', 'of this list alone')],
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
              // Over the wire a date is its text.
              new Date(each.importedAt).toISOString(),
              each.reason,
            ]),
          ),
      ),
    },
  ],
}
