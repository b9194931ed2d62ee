import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BitcoinNetwork } from '../../addresses/networks.ts'
import { fingerprintOfFiles } from '../../files/fingerprint-of-files.ts'
import type { ReadPosition, SourceBatch, TransferSource } from '../../imports/transfer-source.ts'
import { readBitcoinEtlFile } from './read-etl-file.ts'

/** Opens transaction files written by bitcoin-etl. */
export async function openBitcoinEtl(options: {
  readonly files: readonly string[]
  readonly network: BitcoinNetwork
}): Promise<TransferSource> {
  const { files, network } = options
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    kind: `bitcoin-etl ${network}`,
    name: files.map((file) => basename(file)).join(', '),
    fingerprint: await fingerprintOfFiles(files),
    files: { form: 'bitcoin-etl', paths: files, network, bytes: sum(sizes) },
    progress: ({ step, offset }) => ({ done: sum(sizes.slice(0, step)) + offset, total: sum(sizes) }),
    read: (from) => readFiles(files, network, from),
  }
}

async function* readFiles(
  files: readonly string[],
  network: BitcoinNetwork,
  from: ReadPosition = { step: 0, offset: 0, line: 1 },
): AsyncGenerator<SourceBatch> {
  for (const [step, file] of files.entries()) {
    if (step < from.step) continue
    const start = step === from.step ? { from } : {}
    for await (const { entries, reached } of readBitcoinEtlFile({ file, network, ...start })) {
      yield { entries, reached: { step, ...reached } }
    }
  }
}
