import { resolve } from 'node:path'
import type { Command } from 'commander'
import { Option } from 'commander'
import { runLongAndPrint } from '../session.ts'

/** By what a list is called where its publisher's name is enough. */
const namesOfFormats = {
  'ofac-advanced-xml': 'ofac-sdn',
  'un-xml': 'un',
  'eu-csv': 'eu',
  'opensanctions-csv': 'opensanctions',
  'ftm-json': 'opensanctions',
  'plain-csv': 'own',
} as const

type Format = keyof typeof namesOfFormats
type Options = { format: Format; list?: string; as?: string; force?: true }

export function listImport(parent: Command): void {
  parent
    .command('import')
    .description('take in a new version of a list; one that is broken or empty never replaces the one in use')
    .argument('<files...>', 'the list as its publisher wrote it; several files are parts of one list')
    .addOption(
      new Option('--format <format>', 'what the file is')
        .choices(Object.keys(namesOfFormats))
        .makeOptionMandatory(),
    )
    .option('--list <name>', 'the list that this is a version of (by default named after the publisher)')
    .option('--as <version>', 'what to call this version (by default when it was published)')
    .option('--force', 'also if it is older, or has far fewer entries, than the one in use')
    .action(async (files: string[], options: Options, command: Command) => {
      const input = {
        files: files.map((file) => resolve(file)),
        format: options.format,
        list: options.list ?? namesOfFormats[options.format],
        ...(options.as !== undefined && { version: options.as }),
        ...(options.force !== undefined && { force: true }),
      }
      await runLongAndPrint(command, 'list import', input, (report) => {
        const { list, version, entries, names, delta, unchanged, labels, skipped } = report
        if (unchanged) return `${list}: version ${version} was in use already.`
        const left = skipped.map(({ reason, count }) => ` Left out: ${count} (${reason}).`).join('')
        const addresses = labels === 0 ? '' : ` ${labels} labels of addresses.`
        return (
          `${list}: version ${version} is in use, ${entries} entries with ${names} names. ` +
          `${delta.added} added, ${delta.changed} changed, ${delta.removed} removed.${addresses}${left}`
        )
      })
    })
}
