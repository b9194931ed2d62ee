import { resolve } from 'node:path'
import { argument, given, option, requiredOption, wholeNumber } from '../options.ts'
import { longOperatorCommand, type Noun } from '../sub-command.ts'

type Rejecting = { rejects?: string }

const rejects = option('--rejects <file>', 'import the good rows and write the bad ones here')

export const imports: Noun = {
  name: 'import',
  description: 'transfers, labels and prices for the ledger',
  commands: [
    {
      name: 'transfers',
      description: 'transfers from CSV or Parquet: coin,tx_hash,position,block,timestamp,from,to,amount',
      arguments: [argument('<files...>', 'one file or several, imported together')],
      options: [rejects],
      run: longOperatorCommand('import transfers', filesInput, summary),
    },
    {
      name: 'ethereum-etl',
      description: 'blocks, transactions, receipts, token transfers and traces as ethereum-etl writes them',
      arguments: [argument('<path>', 'a folder of its files, or one of them')],
      options: [
        option('--network <network>', 'ETH or another EVM chain', { defaultValue: 'ETH' }),
        option('--assume-success', 'without receipts or traces, take every transaction as carried out'),
        rejects,
      ],
      run: longOperatorCommand(
        'import ethereum-etl',
        (path: string, options: Rejecting & { network: string; assumeSuccess?: true }) => ({
          path: resolve(path),
          ...options,
          ...rejectsInput(options),
        }),
        summary,
      ),
    },
    {
      name: 'bitcoin-etl',
      description: 'transactions as bitcoin-etl writes them, with the values of their inputs',
      arguments: [argument('<files...>', 'JSON lines or CSV')],
      options: [option('--network <network>', 'BTC, LTC, DOGE or BCH', { defaultValue: 'BTC' }), rejects],
      run: longOperatorCommand(
        'import bitcoin-etl',
        (files: string[], options: Rejecting & { network: string }) => ({
          ...filesInput(files, options),
          network: options.network,
        }),
        summary,
      ),
    },
    {
      name: 'labels',
      description: 'labels from CSV, TagPack YAML or OFAC lists; a newer version of a source replaces it',
      arguments: [argument('<files...>', 'files, or folders of TagPacks or OFAC lists')],
      options: [rejects],
      run: longOperatorCommand(
        'import labels',
        filesInput,
        ({ labels, sources, skipped, rejected }) =>
          `${labels} labels of ${sources} sources; ${skipped} of networks that are not kept, ${rejected} rejected.`,
      ),
    },
    {
      name: 'prices',
      description: 'daily prices from CSV: coin,date,usd',
      arguments: [argument('<files...>', 'one file or several')],
      options: [rejects],
      run: longOperatorCommand(
        'import prices',
        filesInput,
        ({ fresh, rejected }) => `${fresh} prices; ${rejected} rejected.`,
      ),
    },
    {
      name: 'follow',
      description: 'follow a chain from its nodes over JSON-RPC: EVM chains and Bitcoin Core; Ctrl-C ends it',
      arguments: [argument('<network>', 'for example ETH, BASE or BTC')],
      options: [
        requiredOption('--rpc <url...>', 'nodes of the same chain, the preferred one first'),
        option('--from <block>', 'first block, when the chain was never followed', { parse: wholeNumber }),
        option('--until <block>', 'last block; without it the chain is followed for ever', {
          parse: wholeNumber,
        }),
        option('--confirmations <blocks>', 'blocks that must stand above one before it is taken', {
          parse: wholeNumber,
        }),
      ],
      run: longOperatorCommand(
        'import follow',
        (
          network: string,
          { rpc, ...rest }: { rpc: string[]; from?: number; until?: number; confirmations?: number },
        ) => ({ network, endpoints: rpc, ...rest }),
        ({ blocks, transfers, lastBlock }) => `${blocks} blocks up to ${lastBlock}, ${transfers} transfers.`,
      ),
    },
  ],
}

/** Absolute paths: the server that runs the import may have another working folder. */
function filesInput(files: readonly string[], options: Rejecting): { files: string[]; rejects?: string } {
  return { files: files.map((file) => resolve(file)), ...rejectsInput(options) }
}

function rejectsInput(options: Rejecting): Rejecting {
  return given({ rejects: options.rejects === undefined ? undefined : resolve(options.rejects) })
}

/** The result of an import, in one line. */
function summary(report: {
  rows: number
  fresh: number
  rejected: number
  notes?: readonly string[]
}): string {
  const known = report.rows - report.fresh - report.rejected
  const line = `${report.rows} rows: ${report.fresh} new, ${Math.max(0, known)} already there, ${report.rejected} rejected.`
  return [line, ...(report.notes ?? [])].join('\n')
}
