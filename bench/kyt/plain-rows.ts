import { Pool } from 'pg'
import { type Asked, nth } from '../ledger/asked.ts'
import { type CallersRate, runCallers } from '../support/callers.ts'
import { serveRole } from '../support/role.ts'
import { type Times, timeInTurns } from '../support/turns.ts'
import { statements, tables } from './plain-rows-sql.ts'
import {
  type Checked,
  type LoadQuestion,
  type Operation,
  operations,
  type TimesQuestion,
} from './questions.ts'

/** The alternative to the ledger: plain rows in PostgreSQL, queried by a client in a separate process. */
export type RowsQuestion = { url: string } & (
  | { do: 'copy'; transfers: string; further: string; labels: string }
  | { do: 'check'; asked: readonly Asked[] }
  | ({ do: 'times' } & TimesQuestion)
  | ({ do: 'load'; connections: number } & LoadQuestion)
)

export type RowsAnswer = {
  rows?: number
  seconds?: number
  furtherSeconds?: number
  size?: { table: number; indexes: Record<string, number>; bytes: number }
  checked?: Checked[]
  times?: Record<Operation, Times>
  rate?: CallersRate
}

serveRole<RowsQuestion, RowsAnswer>(async (question) => {
  const pool = new Pool({
    connectionString: question.url,
    max: question.do === 'load' ? question.connections : 1,
  })
  try {
    switch (question.do) {
      case 'copy':
        return await copy(pool, question)
      case 'check':
        return { checked: await Promise.all(question.asked.map((one) => check(pool, one))) }
      case 'times':
        return { times: await timeStatements(pool, question) }
      case 'load': {
        const { operation, asked, callers, warmupSeconds, seconds } = question
        const call = (turn: number) => ask(pool, operation, nth(asked, turn))
        return { rate: await runCallers({ callers, warmupSeconds, seconds, call }) }
      }
    }
  } finally {
    await pool.end()
  }
})

/**
 * Copies the files into tables that already have indexes, like the tables of a ledger in use. The server
 * reads the files itself.
 */
async function copy(
  pool: Pool,
  files: { transfers: string; further: string; labels: string },
): Promise<RowsAnswer> {
  for (const statement of tables) await pool.query(statement)
  await pool.query(`copy label from '${files.labels}' (format csv, force_not_null (incident))`)
  await pool.query('checkpoint')
  const copyFile = async (file: string) => {
    const startedAt = performance.now()
    const { rowCount } = await pool.query(`copy transfer from '${file}' (format csv)`)
    return { rows: rowCount ?? 0, seconds: (performance.now() - startedAt) / 1000 }
  }
  const first = await copyFile(files.transfers)
  const further = await copyFile(files.further)
  // Runs the maintenance that PostgreSQL's autovacuum would run later.
  await pool.query('vacuum (analyze) transfer')
  await pool.query('vacuum (analyze) label')
  await pool.query('checkpoint')
  const { rows } = await pool.query<{ name: string; kind: string; bytes: string }>(
    `select relname as name, relkind as kind, pg_total_relation_size(oid) as bytes from pg_class
     where relname like 'transfer%' and relkind in ('r', 'i')`,
  )
  const indexes = rows.filter((row) => row.kind === 'i').map((row) => [row.name, Number(row.bytes)] as const)
  const bytes = Number(rows.find((row) => row.kind === 'r')?.bytes)
  const table = indexes.reduce((left, [, size]) => left - size, bytes)
  return {
    rows: first.rows + further.rows,
    seconds: first.seconds,
    furtherSeconds: further.seconds,
    size: { table, indexes: Object.fromEntries(indexes), bytes },
  }
}

async function check(pool: Pool, asked: Asked): Promise<Checked> {
  const [overview = {}] = await ask(pool, 'overview', asked)
  const counterparties = await ask(pool, 'counterparty', asked)
  return {
    txs: Number(overview.txs),
    received: Number(overview.received_txs),
    spent: Number(overview.spent_txs),
    names: counterparties
      .map((one) => one.name)
      .sort()
      .join(),
  }
}

async function timeStatements(
  pool: Pool,
  { asked, turns, warmupTurns }: TimesQuestion,
): Promise<Record<Operation, Times>> {
  const contenders = operations.map(
    (operation, index) => (turn: number) =>
      ask(pool, operation, nth(asked, turn * operations.length + index)),
  )
  const times = await timeInTurns({ contenders, turns, warmupTurns })
  return Object.fromEntries(operations.map((operation, index) => [operation, times[index]])) as Record<
    Operation,
    Times
  >
}

/** Each connection prepares its statements once. */
async function ask(
  pool: Pool,
  operation: Operation,
  { address, coinId }: Asked,
): Promise<Record<string, unknown>[]> {
  const { text, ofCoin } = statements[operation]
  const bytes = Buffer.from(address.slice(2), 'hex')
  const { rows } = await pool.query({ name: operation, text, values: ofCoin ? [bytes, coinId] : [bytes] })
  return rows
}
