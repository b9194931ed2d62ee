import { resolve } from 'node:path'
import { argument, given, option, requiredOption, wholeNumber } from '../options.ts'
import { longOperatorCommand, type Noun } from '../sub-command.ts'

type Rejecting = { rejects?: string }

const rejects = option('--rejects <file>', 'import the valid rows and write the invalid ones to this file')

export const imports: Noun = {
  name: 'import',
  description: 'transfers, labels and prices for the ledger',
  commands: [
    {
      name: 'transfers',
      description:
        'import transfers from CSV or Parquet: coin,tx_hash,position,block,timestamp,from,to,amount',
      arguments: [argument('<files...>', 'one or more files, imported together')],
      options: [rejects],
      run: longOperatorCommand('import transfers', filesInput, summary),
    },
    {
      name: 'ethereum-etl',
      description:
        'import blocks, transactions, receipts, token transfers and traces from ethereum-etl files',
      arguments: [argument('<path>', 'a folder of ethereum-etl files, or one file')],
      options: [
        option('--network <network>', 'ETH or another EVM chain', { defaultValue: 'ETH' }),
        option('--assume-success', 'without receipts or traces, treat every transaction as successful'),
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
      description: 'import transactions with input values from bitcoin-etl files',
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
      description:
        'import labels from CSV, TagPack YAML or OFAC lists; a newer version of a source replaces the older one',
      arguments: [argument('<files...>', 'files, or folders of TagPacks or OFAC lists')],
      options: [rejects],
      run: longOperatorCommand(
        'import labels',
        filesInput,
        ({ labels, sources, skipped, rejected }) =>
          `${labels} labels from ${sources} sources; ${skipped} skipped (unsupported network), ${rejected} rejected.`,
      ),
    },
    {
      name: 'prices',
      description: 'import daily prices from CSV: coin,date,usd',
      arguments: [argument('<files...>', 'one or more files')],
      options: [rejects],
      run: longOperatorCommand(
        'import prices',
        filesInput,
        ({ fresh, rejected }) => `${fresh} prices; ${rejected} rejected.`,
      ),
    },
    {
      name: 'follow',
      description: 'follow an EVM chain or Bitcoin through its nodes (JSON-RPC); stop with Ctrl-C',
      arguments: [argument('<network>', 'for example ETH, BASE or BTC')],
      options: [
        requiredOption('--rpc <url...>', 'nodes of the same chain, in order of preference'),
        option('--from <block>', 'first block, if the chain has not been followed before', {
          parse: wholeNumber,
        }),
        option('--until <block>', 'last block (default: no end)', {
          parse: wholeNumber,
        }),
        option('--confirmations <blocks>', 'number of later blocks required before a block is imported', {
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

/** Makes paths absolute, because the server that runs the import may have a different working directory. */
function filesInput(files: readonly string[], options: Rejecting): { files: string[]; rejects?: string } {
  return { files: files.map((file) => resolve(file)), ...rejectsInput(options) }
}

function rejectsInput(options: Rejecting): Rejecting {
  return given({ rejects: options.rejects === undefined ? undefined : resolve(options.rejects) })
}

/** Summarizes an import in one line. */
function summary(report: {
  rows: number
  fresh: number
  rejected: number
  notes?: readonly string[]
}): string {
  const known = report.rows - report.fresh - report.rejected
  const line = `${report.rows} rows: ${report.fresh} new, ${Math.max(0, known)} already stored, ${report.rejected} rejected.`
  return [line, ...(report.notes ?? [])].join('\n')
}
