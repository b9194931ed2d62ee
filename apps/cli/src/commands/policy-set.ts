import type { Command } from 'commander'
import { readJsonFile } from '../output/read-json-file.ts'
import { runAndPrint } from '../session.ts'

export function policySet(parent: Command): void {
  parent
    .command('set')
    .description('what a merchant has otherwise than everybody: a JSON file with those members and a version')
    .requiredOption('--merchant <mchNo>', 'merchant number')
    .requiredOption('--file <file>', 'a JSON file, for example {"version":"acme-1","received":{"decay":0.9}}')
    .action(async ({ merchant, file }: { merchant: string; file: string }, command: Command) => {
      const input = { mchNo: merchant, policy: await readJsonFile(file) }
      await runAndPrint(command, 'policy set', input, ({ mchNo, policy }) => {
        return `${mchNo} is answered by policy ${policy.version} from now on.`
      })
    })
}
