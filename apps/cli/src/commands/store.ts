import { operatorCommand, type SubCommand } from '../sub-command.ts'

export const migrate: SubCommand = {
  name: 'migrate',
  description: 'bring the store to the newest form; safe to run at any time, from several nodes',
  run: operatorCommand(
    'store migrate',
    () => ({}),
    ({ ran }) => (ran.length === 0 ? 'The store is up to date.' : `Ran ${ran.join(', ')}.`),
  ),
}

export const recount: SubCommand = {
  name: 'recount',
  description: 'make the statistics and the order of users lists anew from the journal',
  run: operatorCommand(
    'store recount',
    () => ({}),
    () => 'Recounted from the journal.',
  ),
}
