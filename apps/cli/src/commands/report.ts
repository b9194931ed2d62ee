import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { OutputOf } from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { argument, given, option, requiredMerchant, requiredOption } from '../options.ts'
import { runLongAndPrint } from '../session.ts'
import type { Noun } from '../sub-command.ts'
import { card, table } from '../table.ts'
import { terminalOf } from '../terminal.ts'

export const report: Noun = {
  name: 'report',
  description: 'signed reports about addresses and transactions',
  commands: [
    {
      name: 'save',
      description:
        'answer a question about an address or a transaction, and save the answer as a signed report',
      arguments: [argument('<file>', 'JSON file to write')],
      options: [
        requiredMerchant,
        requiredOption('--coin <coin>', 'coin, for example USDT-ERC20'),
        option('--address <address>', 'address'),
        option('--txid <hash>', 'transaction hash'),
      ],
      run: save,
    },
    {
      name: 'verify',
      description:
        'check the signature of a report, repeat its calculation from its inputs, and list what differs from today’s answer; exit code 1 if the report was changed',
      arguments: [argument('<file>', 'JSON file of the report')],
      run: verify,
    },
  ],
}

async function save(
  command: Command,
  file: string,
  { merchant, coin, address, txid }: { merchant: string; coin: string; address?: string; txid?: string },
): Promise<void> {
  const input = { mchNo: merchant, coin, ...given({ address, txid }) }
  const output = await runLongAndPrint(command, 'report save', input, ({ report }) => {
    const { score, risk_level: level, coverage } = report.answer.explanation
    return `Saved report ${report.id} (score ${score}, ${level}, coverage ${coverage.state}) to ${file}.`
  })
  await writeFile(file, `${JSON.stringify(output, null, 2)}\n`)
}

async function verify(command: Command, file: string): Promise<void> {
  // The server runs the command, possibly in another folder.
  const input = { file: resolve(file) }
  const { isGenuine } = await runLongAndPrint(command, 'report verify', input, describe)
  if (!isGenuine) terminalOf(command).exitCode = 1
}

type Check = OutputOf<'report verify'>

const signatures = {
  valid: 'valid',
  invalid: 'INVALID: the report or its inputs were changed after it was signed',
  'unknown-key': 'NOT VERIFIED: this store has no such key. The report may belong to another installation',
}
const stores = {
  same: 'the same report',
  differs: 'ANOTHER report with this number',
  missing: 'no report with this number (reports are deleted after the retention period)',
}
const audits = {
  recorded: 'recorded when it was saved',
  differs: 'RECORDED WITH ANOTHER CONTENT',
  missing: 'not recorded',
}

function describe(check: Check): string {
  const { model } = check
  return [
    card([
      ['Report', check.id],
      ['Merchant', check.merchant],
      ['Signature', signatures[check.signature]],
      ['Store', stores[check.stored]],
      ['Audit log', audits[check.audit]],
      ['SHA-256', check.digest],
    ]),
    '',
    ...describeComparison('Calculated again from the inputs of the report', check.recalculated),
    ...(model.report === model.current
      ? []
      : [
          `The report was calculated with model ${model.report}, and this release uses model ${model.current}. Verify it with the release that saved it.`,
        ]),
    '',
    ...describeComparison('Today’s answer', check.today),
    '',
    check.isGenuine ? 'The report is genuine.' : 'The report is NOT genuine.',
  ].join('\n')
}

function describeComparison(what: string, comparison: Check['today']): string[] {
  if ('problem' in comparison) return [`${what}: not possible. ${comparison.problem}.`]
  const { differences, more } = comparison
  if (differences.length === 0) return [`${what}: the same.`]
  return [
    `${what}: ${differences.length + more} differences.`,
    table(
      ['Value', 'Report', 'Now'],
      differences.map(({ path, report, other }) => [path, shortened(report), shortened(other)]),
    ),
    ...(more > 0 ? [`${more} more differences.`] : []),
  ]
}

const mostShown = 60
const shortened = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)
