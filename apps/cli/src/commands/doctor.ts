import type { Command } from 'commander'
import { type Finding, runChecks } from '../doctor/run-checks.ts'
import { table } from '../output/table.ts'
import { type GlobalOptions, printOutput } from '../session.ts'

export function doctor(parent: Command): void {
  parent
    .command('doctor')
    .description('check settings, stores and ports, and say what is wrong')
    .action(async (_options: object, command: Command) => {
      const { data } = command.optsWithGlobals<GlobalOptions>()
      const findings = await runChecks(data === undefined ? {} : { dataFolder: data })
      printOutput(command, findings, print)
      if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
    })
}

function print(findings: Finding[]): string {
  return table(
    ['State', 'Check', 'Found', 'What to do'],
    findings.map(({ state, check, found, remedy }) => [
      { good: 'ok', note: 'note', wrong: 'WRONG' }[state],
      check,
      found,
      remedy ?? '',
    ]),
  ).replaceAll(/ +-$/gm, '')
}
