import type { LedgerSize } from '../ledger/size-store.ts'
import { type PartReport, shown } from '../support/report.ts'
import type { Bench } from './bench.ts'
import { postgresSettings } from './postgres-server.ts'
import { target } from './targets.ts'

/** Rows a second and bytes on the disk: our import, the engine alone, and PostgreSQL with its indexes. */
export async function measureImport(bench: Bench): Promise<PartReport> {
  const { sizes, worlds, progress } = bench
  const total = sizes.transfers
  const ours = await worlds.ledger(total)
  const bare = await worlds.bare()
  const postgres = await worlds.postgres()
  progress('merging everything')
  // The operations are measured on the ledger as an import leaves it: this part comes after them.
  await ours.ledger.ask({ do: 'merge' })
  const { size: merged } = await ours.ledger.ask({ do: 'measure size' })
  if (merged === undefined) throw new Error('the ledger did not say how large it is')

  const perSecond = {
    ours: total / ours.seconds,
    bare: bare.rows / bare.seconds,
    postgres: total / postgres.seconds,
  }
  const perTransfer = (bytes: number) => bytes / total
  const rate = (name: string, seconds: number, rows: number) => [
    name,
    seconds.toFixed(1),
    shown.count(rows),
    shown.percent(rows / perSecond.ours),
  ]
  return {
    tables: [
      {
        title: `Import of ${shown.count(total)} transfers`,
        head: ['by', 'seconds', 'rows/s', 'of ours'],
        rows: [
          rate('import of a CSV file, checked and exactly once', ours.seconds, perSecond.ours),
          rate('bare INSERT … SELECT into the same tables, same batches', bare.seconds, perSecond.bare),
          rate('COPY into PostgreSQL with its indexes', postgres.seconds, perSecond.postgres),
        ],
      },
      {
        title: 'Bytes on the disk for each transfer',
        head: ['table', 'rows', 'parts after the import', 'bytes after the import', 'bytes when merged'],
        rows: [
          ...sizeRows(ours.size, merged, perTransfer),
          ['PostgreSQL, table', shown.count(total), '', '', perTransfer(postgres.size.table).toFixed(1)],
          ...Object.entries(postgres.size.indexes).map(([name, bytes]) => [
            `PostgreSQL, ${name}`,
            '',
            '',
            '',
            perTransfer(bytes).toFixed(1),
          ]),
          ['PostgreSQL, all', '', '', '', perTransfer(postgres.size.bytes).toFixed(1)],
        ],
      },
    ],
    targets: [
      target(
        'import, rows/s of the bare insert',
        perSecond.ours / perSecond.bare,
        { atLeast: 0.5 },
        shown.percent,
      ),
      target('import, rows/s of COPY with indexes', perSecond.ours / perSecond.postgres, { atLeast: 2 }),
      target(
        'bytes of a transfer when merged, of PostgreSQL',
        merged.bytes / postgres.size.bytes,
        { atMost: 0.6 },
        shown.percent,
      ),
      target(
        'bytes of a transfer after the import, of PostgreSQL',
        ours.size.bytes / postgres.size.bytes,
        { atMost: 0.6 },
        shown.percent,
      ),
    ],
    data: {
      transfers: total,
      seconds: { ours: ours.seconds, bare: bare.seconds, postgres: postgres.seconds },
      perSecond,
      bytes: { imported: ours.size, merged, postgres: postgres.size },
      postgres: { version: postgres.version, settings: postgresSettings },
    },
  }
}

function sizeRows(
  imported: LedgerSize,
  merged: LedgerSize,
  perTransfer: (bytes: number) => number,
): string[][] {
  const rows = merged.tables.map((table) => {
    const before = imported.tables.find((one) => one.name === table.name)
    return [
      table.name,
      shown.count(table.rows),
      shown.count(before?.parts ?? 0),
      perTransfer(before?.bytes ?? 0).toFixed(1),
      perTransfer(table.bytes).toFixed(1),
    ]
  })
  const all = [imported.bytes, merged.bytes].map((bytes) => perTransfer(bytes).toFixed(1))
  const outdated = perTransfer(imported.outdated).toFixed(1)
  return [
    ...rows,
    ['all of the ledger', '', '', ...all],
    ['parts merged away, not deleted yet', '', '', outdated, ''],
  ]
}
