import { type Engine, engines } from '../ledger/places.ts'
import { postgresSettings } from '../ledger/postgres-server.ts'
import { type PartReport, shown, type Table, target } from '../support/report.ts'
import type { Bench, LedgerWorld, RowsWorld } from './worlds.ts'

/** Maximum disk space per transfer, in bytes. */
const bytesOfTransfer = 300

/**
 * Compares a ledger import with a COPY into plain rows with three indexes: transfers per second, and disk
 * space per transfer.
 */
export async function measureImport(bench: Bench): Promise<PartReport> {
  const { sizes, worlds } = bench
  const { transfers, further } = sizes
  const rows = await worlds.plainRows()
  const worldOf = {
    server: await worlds.ledger('server', transfers),
    embedded: await worlds.ledger('embedded', transfers),
  }
  const rateOf = ({ seconds, furtherSeconds }: { seconds: number; furtherSeconds: number }) => ({
    empty: transfers / seconds,
    filled: further / furtherSeconds,
  })
  const ofRows = rateOf(rows)
  const perSecond: Record<Engine, typeof ofRows> = {
    server: rateOf(worldOf.server),
    embedded: rateOf(worldOf.embedded),
  }
  const line = (name: string, of: typeof ofRows) => [
    name,
    shown.count(of.empty),
    shown.times(of.empty / ofRows.empty),
    shown.count(of.filled),
    shown.times(of.filled / ofRows.filled),
  ]
  return {
    tables: [
      {
        title: `Import of ${shown.count(transfers)} transfers into an empty ledger, then of ${shown.count(further)} more`,
        head: ['by', 'transfers/s', 'of COPY', 'more/s', 'of COPY'],
        rows: [
          ...engines.map((engine) =>
            line(`import of a CSV file, validated and idempotent, ${engine}`, perSecond[engine]),
          ),
          line('COPY into plain rows with three indexes, server', ofRows),
        ],
      },
      sizeTable(worldOf, rows),
    ],
    targets: [
      target(
        'import into an empty ledger, transfers/s relative to COPY',
        perSecond.server.empty / ofRows.empty,
        {
          atLeast: 1,
        },
      ),
      target(
        'import into a filled ledger, transfers/s relative to COPY',
        perSecond.server.filled / ofRows.filled,
        { atLeast: 0.3 },
        shown.percent,
      ),
      ...engines.map((engine) =>
        target(
          `bytes per transfer, ${engine}`,
          worldOf[engine].size.bytes / worldOf[engine].rows,
          { atMost: bytesOfTransfer },
          shown.count,
        ),
      ),
    ],
    data: {
      transfers,
      further,
      perSecond: { ...perSecond, plainRows: ofRows },
      bytes: { server: worldOf.server.size, embedded: worldOf.embedded.size, plainRows: rows.size },
      postgres: { version: rows.version, settings: postgresSettings },
    },
  }
}

/** Nearly empty tables are not listed, but their size is included in the total. */
const leastBytes = 0.5

function sizeTable(worldOf: Readonly<Record<Engine, LedgerWorld>>, rows: RowsWorld): Table {
  const { server, embedded } = worldOf
  const each = (bytes: number | undefined, of: { rows: number }) =>
    bytes === undefined ? '' : (bytes / of.rows).toFixed(1)
  const tables = server.size.tables.filter(({ bytes }) => bytes / server.rows >= leastBytes)
  return {
    title: `Disk space in bytes per transfer, for ${shown.count(server.rows)} transfers, after maintenance`,
    head: ['table', 'rows', 'server, with indexes', 'alone', 'embedded, with indexes', 'alone'],
    rows: [
      ...tables.map((table) => {
        const other = embedded.size.tables.find(({ name }) => name === table.name)
        return [
          `ledger.${table.name}`,
          shown.count(table.rows),
          each(table.bytes, server),
          each(table.alone, server),
          each(other?.bytes, embedded),
          each(other?.alone, embedded),
        ]
      }),
      ['ledger total', '', each(server.size.bytes, server), '', each(embedded.size.bytes, embedded), ''],
      [
        'plain rows',
        shown.count(rows.rows),
        each(rows.size.bytes, rows),
        each(rows.size.table, rows),
        '',
        '',
      ],
    ],
  }
}
