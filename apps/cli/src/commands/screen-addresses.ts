import { createHash, randomUUID } from 'node:crypto'
import { appendFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, TouchstoneApiError, type TouchstoneClient } from '@touchstone/client'
import { OperatorError } from '@touchstone/common'
import {
  type BatchResult,
  maxBatchItems,
  readScreeningCsv,
  ScreeningCsvError,
  type ScreeningLine,
  screeningHeader,
  screeningRow,
} from '@touchstone/contract'
import type { Command } from 'commander'
import { argument, option } from '../options.ts'
import { printOutput, settingsOf, withProgress } from '../session.ts'
import type { SubCommand } from '../sub-command.ts'
import { fetchAsCommandLine, readCredentials } from './call.ts'

export const screenAddresses: SubCommand = {
  name: 'screen-addresses',
  description: 'score the addresses in a CSV file (coin,address) and write the results to another one',
  arguments: [
    argument('<input>', 'CSV file with the columns coin and address'),
    argument('<output>', 'CSV file to write'),
  ],
  options: [
    option(
      '--credentials <file>',
      'credentials file like demo.json (default: the demo’s file in the data folder)',
    ),
  ],
  run: screenFile,
}

const maxBytes = 50_000_000
const pollMs = 1000

type Report = { rows: number; scored: number; failed: number; output: string }

/**
 * Scores the addresses in jobs of the service. If the command is interrupted, running it again continues the
 * work: the jobs have the name of this run, so no address is scored twice. The output file appears only once
 * it is complete.
 */
async function screenFile(
  command: Command,
  input: string,
  output: string,
  options: { credentials?: string },
): Promise<void> {
  const file = options.credentials ?? join(settingsOf(command).dataFolder, 'demo.json')
  const client = createClient({ ...readCredentials(file), fetch: fetchAsCommandLine })
  const text = await readInput(input)
  const lines = parse(text)
  const run = await openRun(resolve(output), text)
  const report = await withProgress(command, async (onProgress, signal) => {
    const show = (done: number) => onProgress({ label: 'screening', done, total: lines.length })
    show(0)
    let [done, failed] = [0, 0]
    await writeFile(run.part, screeningHeader())
    for (let from = 0; from < lines.length; from += maxBatchItems) {
      const part = lines.slice(from, from + maxBatchItems)
      const results = await scorePart(client, part, `${run.id}-${from}`, {
        signal,
        onDone: (count) => show(done + count),
      })
      await appendFile(run.part, results.map(screeningRow).join(''))
      done += part.length
      failed += results.filter(({ error }) => error !== null).length
      show(done)
    }
    return { rows: lines.length, scored: lines.length - failed, failed, output: resolve(output) }
  })
  await rename(run.part, resolve(output))
  await rm(run.file, { force: true })
  printOutput<Report>(
    command,
    report,
    ({ rows, scored, failed }) =>
      `${rows} addresses: ${scored} scored, ${failed} with an error. Results are in ${output}.`,
  )
}

async function readInput(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > maxBytes) throw new Error('it is larger than 50 MB')
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new OperatorError({
      code: 'input.file',
      message: `The file ${path} could not be read: ${(cause as Error).message}.`,
      remedy: 'Pass the path of a CSV file of at most 50 MB.',
      cause,
    })
  }
}

function parse(text: string): ScreeningLine[] {
  try {
    return readScreeningCsv(text)
  } catch (cause) {
    if (!(cause instanceof ScreeningCsvError)) throw cause
    throw new OperatorError({
      code: 'input.csv',
      message: `The file is not a list of addresses: ${cause.message}.`,
      remedy: 'Write one address per line, with its coin, under the header coin,address.',
      cause,
    })
  }
}

type Run = { readonly id: string; readonly file: string; readonly part: string }

/** Continues the interrupted run for the same input and output, or starts a new one. */
async function openRun(output: string, text: string): Promise<Run> {
  const fingerprint = createHash('sha256').update(text).digest('hex')
  const file = `${output}.run`
  const part = `${output}.part`
  const known = await readFile(file, 'utf8').then(
    (content) => content.trim().split(' '),
    () => [],
  )
  if (known[0] === fingerprint && known[1] !== undefined) return { id: known[1], file, part }
  const id = randomUUID()
  await writeFile(file, `${fingerprint} ${id}\n`)
  return { id, file, part }
}

/** Scores one part of the list. Lines that cannot be sent get an error. */
async function scorePart(
  client: TouchstoneClient,
  lines: readonly ScreeningLine[],
  requestId: string,
  { signal, onDone }: { signal: AbortSignal; onDone(count: number): void },
): Promise<BatchResult[]> {
  const items = lines.flatMap(({ coin, address, problem }) =>
    problem === undefined ? { coin, address } : [],
  )
  const results = items.length === 0 ? [] : await scoreItems(client, items, requestId, { signal, onDone })
  const scored = results.values()
  return lines.map(({ coin, address, problem }) =>
    problem === undefined
      ? (scored.next().value as BatchResult)
      : { coin, address, risk: null, error: { code: 400, message: `parameter error: ${problem}` } },
  )
}

async function scoreItems(
  client: TouchstoneClient,
  items: readonly { coin: string; address: string }[],
  request_id: string,
  { signal, onDone }: { signal: AbortSignal; onDone(count: number): void },
): Promise<readonly BatchResult[]> {
  const call = async <Result>(send: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await send()
      } catch (error) {
        if (!(error instanceof TouchstoneApiError)) throw error
        // Too many unfinished jobs, or no calls left: wait for the key's other requests.
        if (error.code === 429) await pause((error.retryAfterSeconds ?? 1) * 1000, undefined, { signal })
        else throw refused(error)
      }
    }
  }
  let batch = await call(() => client.scoreBatch({ items: [...items], async: true, request_id }, { signal }))
  const { batch_id } = batch
  for (;;) {
    batch = await call(() => client.getRiskBatch({ batch_id }, { signal }))
    onDone(batch.done)
    if (batch.state === 'done') return batch.result_list
    await pause(pollMs, undefined, { signal })
  }
}

function refused(error: TouchstoneApiError): OperatorError {
  return new OperatorError({
    code: 'cli.call',
    message: `${error.message}.`,
    remedy:
      error.remedy ??
      'Check that the server is running. Run the same command again to continue where it stopped.',
    cause: error,
  })
}
