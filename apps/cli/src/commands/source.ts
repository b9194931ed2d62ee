import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { OperatorError } from '@touchstone/common'
import type { PriceTest, SourceRecord, SourceTest } from '@touchstone/runtime/command-line'
import { argument, given, list, numberWhere, option } from '../options.ts'
import { longOperatorCommand, type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

type Added = {
  network?: string[]
  url?: string
  keyFile?: string
  rate?: number
  priority?: number
  name?: string
}

export const source: Noun = {
  name: 'source',
  description: 'sources for the histories of individual addresses and for daily prices',
  commands: [
    {
      name: 'add',
      description: 'add or replace a source for one or more networks',
      arguments: [
        argument(
          '<kind>',
          'etherscan, blockscout or evm-node (EVM networks); esplora or blockbook (BTC, LTC, DOGE, BCH); trongrid (TRX); coingecko or price-csv (prices)',
        ),
      ],
      options: [
        option(
          '--network <networks>',
          'networks, separated by commas, like ETH,BSC; not used for price sources',
          {
            parse: list,
          },
        ),
        option('--url <url>', 'URL of the API; {key} is replaced by the key'),
        option('--key-file <file>', 'file that contains the API key; - reads the key from standard input'),
        option('--rate <number>', 'requests per second (default: the limit without a paid plan)', {
          parse: numberWhere((rate) => rate > 0 && rate <= 1000, 'Expected a number above 0, at most 1000.'),
        }),
        option('--priority <number>', 'the source with the lowest number is queried first (default: 0)', {
          parse: numberWhere(
            (value) => Number.isInteger(value) && Math.abs(value) <= 1000,
            'Expected a whole number.',
          ),
        }),
        option('--name <name>', 'name of the source (default: kind and network, like etherscan-eth)'),
      ],
      run: operatorCommand(
        'source add',
        async (kind: string, { network = [], url, keyFile, rate, priority, name }: Added) => ({
          ...{ kind, networks: network },
          ...given({ url, perSecond: rate, priority, name }),
          ...(keyFile === undefined ? {} : { key: await readKey(keyFile) }),
        }),
        (sources) =>
          [
            tableOf(sources),
            '',
            'Queries reveal to the provider which addresses you check. Check the source with: touchstone source test <name>',
          ].join('\n'),
      ),
    },
    {
      name: 'list',
      description: 'list the sources and their state, without their keys',
      run: operatorCommand(
        'source list',
        () => ({}),
        (sources) => (sources.length === 0 ? 'There are no sources.' : tableOf(sources)),
      ),
    },
    {
      name: 'test',
      description: 'query a source: its newest block and, with an address, that address’s transactions',
      arguments: [argument('<name>', 'name, as shown by "source list"')],
      options: [option('--address <address>', 'an address on the network of the source')],
      run: longOperatorCommand(
        'source test',
        (name: string, { address }: { address?: string }) => ({ name, ...given({ address }) }),
        showTest,
      ),
    },
    {
      name: 'remove',
      description: 'remove a source and its key; fetched histories remain in the ledger',
      arguments: [argument('<name>', 'name, as shown by "source list"')],
      run: operatorCommand(
        'source remove',
        (name: string) => ({ name }),
        (_removed, name) => `Source ${name} has been removed.`,
      ),
    },
  ],
}

function showTest(tested: SourceTest | PriceTest): string {
  if ('price' in tested) {
    const { name, host, price } = tested
    return card([
      ['Source', name],
      ['Host', host],
      ['Price', price === null ? 'none for BTC' : `${price.coin} ${price.date}: ${price.usd} USD`],
    ])
  }
  const { name, network, host, head, isBehind, size, transfers, lacks } = tested
  return card([
    ['Source', name],
    ['Network', network],
    ['Host', host],
    ['Newest block', `${head.block}, ${head.time}${isBehind ? ', more than three hours old' : ''}`],
    ...(size === undefined
      ? []
      : ([
          ['Transactions of the address', size ?? 'not reported by this source'],
          ['Transfers in the last 100 blocks', transfers],
        ] as const)),
    ['Cannot report', lacks.length === 0 ? 'nothing' : lacks.join(', ')],
  ])
}

/** The key is never an argument, because other users of the machine can see the arguments of a process. */
async function readKey(file: string): Promise<string> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(() => undefined)
  if (content !== undefined && content.trim() !== '') return content.trim()
  throw new OperatorError({
    code: 'source.key-file',
    message: 'The file with the API key is missing, unreadable or empty.',
    remedy:
      'Pass a file that contains only the key, or pass --key-file - and write the key to standard input.',
  })
}

function tableOf(sources: readonly SourceRecord[]): string {
  return table(
    [
      'Source',
      'Network',
      'Host',
      'Requests/s',
      'Priority',
      'State',
      'Last problem',
      'Not queried until',
      'Last answer',
    ],
    sources.map((each) => [
      each.name,
      each.network,
      each.host,
      each.perSecond,
      each.priority,
      { good: 'ok', failing: 'failing', off: 'backed off' }[each.state],
      each.problem,
      each.backedOffUntil,
      each.answeredAt,
    ]),
  )
}
