import type { Command } from 'commander'
import { type Finding, runChecks } from '../doctor/run-checks.ts'
import { table } from '../output/table.ts'
import { printOutput, settingsOf } from '../session.ts'
import { terminalOf } from '../terminal.ts'

export function doctor(parent: Command): void {
  parent
    .command('doctor')
    .description('check settings, stores and ports, and say what is wrong')
    .action(async (_options: object, command: Command) => {
      const findings = await runChecks(() => settingsOf(command))
      printOutput(command, findings, print)
      if (findings.some(({ state }) => state === 'wrong')) terminalOf(command).exitCode = 1
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
