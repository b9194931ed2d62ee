import { option } from '../options.ts'
import { operatorCommand, type SubCommand } from '../sub-command.ts'

export const migrate: SubCommand = {
  name: 'migrate',
  description: 'migrate the database; safe at any time and from several nodes',
  options: [
    option('--sign-rights', 'trust the members, merchants and API keys in the database, and sign their rows'),
  ],
  run: operatorCommand(
    'store migrate',
    (options: { signRights?: boolean }) => options,
    ({ ran }) => (ran.length === 0 ? 'The database is up to date.' : `Ran ${ran.join(', ')}.`),
  ),
}

export const recount: SubCommand = {
  name: 'recount',
  description: 'rebuild the statistics and the order of user lists from the journal',
  run: operatorCommand(
    'store recount',
    () => ({}),
    () => 'Rebuilt from the journal.',
  ),
}
