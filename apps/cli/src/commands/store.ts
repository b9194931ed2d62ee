import { operatorCommand, type SubCommand } from '../sub-command.ts'

export const migrate: SubCommand = {
  name: 'migrate',
  description: 'migrate the database; safe at any time and from several nodes',
  run: operatorCommand(
    'store migrate',
    () => ({}),
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
