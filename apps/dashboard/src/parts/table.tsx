import type { ReactNode } from 'react'

export type Column<Row> = {
  readonly name: string
  readonly number?: boolean
  cell(row: Row): ReactNode
}

/** Shows a table. On phones, each row is a small card with the column name beside each value. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string | number
}) {
  return (
    <table className="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, number }) => (
            <th key={name} scope="col" className={number ? 'number' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, number, cell }) => (
              <td key={name} data-name={name} className={number ? 'number' : undefined}>
                <div className="cell">{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
