import type { ChainStatusView } from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { card, table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function chainStatus(parent: Command): void {
  parent
    .command('status')
    .description('the chains: nodes, signer, contracts, and what is under way')
    .option('--chain <id>', 'this chain alone')
    .action(async ({ chain }: { chain?: string }, command: Command) => {
      const input = chain === undefined ? {} : { chainId: chain }
      await runAndPrint(command, 'chain status', input, print)
    })
}

function print(chains: readonly ChainStatusView[]): string {
  const opened = chains.filter(({ signer }) => signer !== undefined)
  const overview = table(
    ['Chain', 'Name', 'Home', 'State', 'Block', 'Signer', 'Balance', 'Under way', 'Done', 'Failed'],
    chains.map((each) => [
      each.chainId,
      each.development ? `${each.name} (development)` : each.name,
      each.home ? 'yes' : '',
      each.state,
      each.block,
      each.signer,
      each.balance,
      each.jobs && underWay(each.jobs),
      each.jobs && (each.jobs.final ?? 0),
      each.jobs && (each.jobs.failed ?? 0),
    ]),
  )
  return [overview, ...opened.flatMap(details)].join('\n')
}

function underWay(jobs: NonNullable<ChainStatusView['jobs']>): number {
  const { final: _, failed: __, ...rest } = jobs
  return Object.values(rest).reduce((sum, count) => sum + count, 0)
}

function details({ chainId, contracts = [], trouble = [] }: ChainStatusView): string[] {
  const parts: string[] = []
  if (contracts.length > 0) {
    parts.push(
      '',
      `Contracts on ${chainId}:`,
      table(
        ['Contract', 'Address', 'Code', 'Look'],
        contracts.map(({ name, address, code, link }) => [name, address, code, link]),
      ),
    )
  }
  if (trouble.length > 0) {
    parts.push('', `To look at on ${chainId}:`, card(trouble.map(({ kind, what }) => [kind, what])))
  }
  return parts
}
