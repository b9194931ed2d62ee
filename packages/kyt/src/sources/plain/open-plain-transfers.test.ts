import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { badRows, good, header } from '../../../../../test/support/bad-rows.ts'
import { temporaryFolder } from '../../../../../test/support/spawn.ts'
import type { ReadPosition, SourceBatch } from '../../imports/transfer-source.ts'
import { openPlainTransfers } from './open-plain-transfers.ts'

const { path: folder, remove } = temporaryFolder()
afterAll(remove)

let files = 0
const write = (content: string | Buffer) => {
  files += 1
  const file = join(folder, `file-${files}.csv`)
  writeFileSync(file, content)
  return file
}

const noFacts = { add: async () => {}, read: async () => new Map() }

async function read(paths: readonly string[], from?: ReadPosition): Promise<SourceBatch[]> {
  const batches: SourceBatch[] = []
  const source = await openPlainTransfers(paths)
  for await (const batch of source.read(from, noFacts)) batches.push(batch)
  return batches
}

const blocksOf = (batches: readonly SourceBatch[]) =>
  batches.flatMap(({ entries }) =>
    entries.flatMap((entry) => ('transaction' in entry ? [entry.transaction.block] : [])),
  )

test('accepts quotes and other formatting that spreadsheet programs add to rows', async () => {
  const quoted = good(3)
    .split(',')
    .map((field) => `"${field}"`)
    .join(',')
  const lines = [header, good(1), '', good(2), quoted, `${good(4)}`, good(5)]
  expect(blocksOf(await read([write(`\ufeff${lines.join('\r\n')}`)]))).toEqual([1, 2, 3, 4, 5])
  expect(await read([write(header), write(`${header}\n\n`)])).toMatchObject([
    { entries: [] },
    { entries: [] },
  ])
})

test('reports each invalid row with its file, line and text, and reads the valid rows', async () => {
  const rows = badRows.map(([what, row, problem]) => ({ what, row: Buffer.from(row), problem }))
  const lines = rows.flatMap(({ row }, index) => [row, Buffer.from('\n'), Buffer.from(`${good(index)}\n`)])
  const file = write(Buffer.concat([Buffer.from(`${header}\n`), ...lines]))
  const batches = await read([file])
  expect(blocksOf(batches)).toEqual(rows.map((_, index) => index))
  const problems = batches.flatMap(({ entries }) => entries.filter((entry) => 'problem' in entry))
  expect(problems).toEqual(
    rows.map(({ row, problem }, index) => ({
      file,
      line: 2 + 2 * index,
      problem,
      text: problem === 'the line is too long' ? '' : row.toString(),
    })),
  )
})

test('resumes reading at a position in any of the files', async () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${good(from + index)}\n`).join('')
  const paths = [write(`${header}\n${rows(0, 4000)}`), write(`${header}\n${rows(4000, 3000)}`)]
  const batches = await read(paths)
  expect(blocksOf(batches)).toHaveLength(7000)
  expect(batches.length).toBeGreaterThan(4)
  for (const [index, { reached }] of batches.entries()) {
    expect(blocksOf(await read(paths, reached))).toEqual(blocksOf(batches.slice(index + 1)))
  }
})
