import type { OutputOf } from '@touchstone/runtime/command-line'
import { argument, given, option, wholeNumber } from '../options.ts'
import { longOperatorCommand, type SubCommand } from '../sub-command.ts'

export const fetchHistories: SubCommand = {
  name: 'fetch',
  description:
    'fetch the history of an address from the configured sources, and the histories its score needs',
  arguments: [
    argument('<coin>', 'a coin of the network, for example ETH or USDT-ERC20'),
    argument('<address>', 'the address'),
  ],
  options: [
    option(
      '--hops <number>',
      'how far to follow the money; 0 fetches only the address (default: from the policy)',
      {
        parse: wholeNumber,
      },
    ),
    option('--requests <number>', 'maximum number of requests (default: from TOUCHSTONE_FETCH_BUDGET)', {
      parse: wholeNumber,
    }),
  ],
  run: longOperatorCommand(
    'fetch',
    (coin: string, address: string, { hops, requests }: { hops?: number; requests?: number }) => ({
      ...{ coin, address },
      ...given({ hops, requests }),
    }),
    describe,
  ),
}

function describe(report: OutputOf<'fetch'>): string {
  const { histories, requests, rows, level, score, coverage } = report
  return [
    `${histories} histories read with ${requests} requests (${rows} rows).`,
    `Level ${level}, score ${score}, coverage ${coverage.state}. ${coverage.note}`,
  ].join('\n')
}
