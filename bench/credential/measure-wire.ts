import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { circuitNames, developmentKeys, readKeyFile, readKeyManifest } from '@touchstone/credential'
import { type PartReport, shown, target } from '../support/report.ts'
import type { Bench } from './sizes.ts'

/** Measures how many bytes a page loads to create a proof, uncompressed and with maximum compression. */
export async function measureWire({ sizes, progress }: Bench): Promise<PartReport> {
  const manifest = await readKeyManifest(developmentKeys)
  const rows: { kind: string; file: string; raw: number; gzip: number; brotli: number }[] = []
  for (const kind of sizes.compressed) {
    for (const file of ['circuit.wasm', 'proving.zkey'] as const) {
      progress(`compressing ${kind}/${file}`)
      const bytes = await readKeyFile(developmentKeys, manifest, kind, file)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
      rows.push({
        kind,
        file,
        raw: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
        brotli: brotliCompressSync(bytes, { params }).length,
      })
    }
  }
  const total = (key: 'gzip' | 'brotli') =>
    rows.filter(({ kind }) => kind === 'kyc').reduce((sum, row) => sum + row[key], 0) / 2 ** 20
  const mebibytes = (value: number) => `${value.toFixed(1)} MiB`
  // Five million bytes.
  const limit = { atMost: 5e6 / 2 ** 20 }
  return {
    tables: [
      {
        title: 'Bytes transferred (MiB)',
        head: ['circuit', 'file', 'as it is', 'gzip', 'brotli'],
        rows: rows.map(({ kind, file, raw, gzip, brotli }) => [
          kind,
          file,
          (raw / 2 ** 20).toFixed(2),
          (gzip / 2 ** 20).toFixed(2),
          (brotli / 2 ** 20).toFixed(2),
        ]),
      },
      {
        title: 'Circuits',
        head: ['circuit', 'constraints'],
        rows: circuitNames.map((name) => [name, shown.count(manifest.circuits[name].constraints)]),
      },
    ],
    targets: [
      target('transferred for a KYC proof, brotli', total('brotli'), limit, mebibytes),
      target('transferred for a KYC proof, gzip', total('gzip'), limit, mebibytes),
    ],
    data: { rows },
  }
}
