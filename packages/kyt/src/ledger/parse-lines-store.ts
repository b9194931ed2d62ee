import type { ClickHouse } from '@touchstone/storage'
import { type Coin, coins } from '../coins/coin-table.ts'
import { type NetworkFamily, networks } from '../coins/networks.ts'
import { type Lines, linesPlace } from './lines-store.ts'
import { asOnePart, token } from './staging-store.ts'

/**
 * ClickHouse itself takes the lines apart and checks them: many times quicker than rows in JavaScript. Whatever form an
 * address has beyond the plain one of the EVM chains is left as text and parsed by the libraries of its field.
 */
export type LineSql = {
  /** Fields of the line that joins need: expressions over `text`, each with a name. */
  readonly columns?: readonly string[]
  /** Expressions over `text` and what was joined, in `with`. */
  readonly withs: readonly string[]
  /** Each gives a text, except `coin`, which gives a coin's number (0: none of ours). */
  readonly coin: string
  readonly tx: string
  readonly position: string
  readonly block: string
  readonly time: string
  readonly from: string
  readonly to: string
  /** In coin units as a decimal text, or in the smallest unit as digits. */
  readonly amount: { readonly units: string } | { readonly smallest: string }
  readonly fee?: string
  /** Conditions of the form itself and what is wrong when they hold, before the fields are looked at. */
  readonly problems?: readonly (readonly [condition: string, problem: string])[]
  /** Rows that are none of our business, such as tokens that we do not know. */
  readonly keep?: string
  /** Joins with what other files of the same import say; `linesPlace` in it stands for where the lines lie. */
  readonly joins?: string
  /** A line that gives more than one row: how many at most, and which of them this is, from 0 on. */
  readonly rows?: { readonly most: number; readonly nth: string }
}

/** How many rows a line can give with these. */
export const rowsOfLine = (sqls: readonly LineSql[]): number =>
  sqls.reduce((sum, sql) => sum + (sql.rows?.most ?? 1), 0)

/** The 43 characters of 32 bytes have two bits more than they need: of one that has them set the engine makes the same bytes. */
const lastOfBase64 = '[AEIMQUYcgkosw048]'

/** Longer than an address of any network. */
const longestAddress = 128

/** Digits before the point that no honest amount reaches: with more, sums could become larger than a number can tell. */
const mostDigits = 17

/** To compile so long a statement takes longer than to run it over a chunk of lines. */
const uncompiled = 'compile_expressions = 0'

type ParsedChunk = {
  importId: number
  chunk: number
  lines: Lines
  after: number
  firstLine: number
  headerLines: number
}

export async function parseLines(
  clickhouse: ClickHouse,
  of: ParsedChunk,
  sqls: readonly LineSql[],
): Promise<void> {
  const stride = rowsOfLine(sqls)
  for (const [ordinal, sql] of sqls.entries()) {
    // The rows of a line stand together, so that one batch has them all.
    const row = `{after:UInt64} + (lines.line - {firstLine:UInt64}) * ${stride} + ${rowsOfLine(sqls.slice(0, ordinal))} + ${sql.rows?.nth ?? '0'} + 1`
    await insertParsed(clickhouse, of, { sql, row, ordinal })
  }
}

async function insertParsed(
  clickhouse: ClickHouse,
  of: ParsedChunk,
  { sql, row, ordinal }: { sql: LineSql; row: string; ordinal: number },
): Promise<void> {
  await clickhouse.work(
    `insert into staged_transfer
       (import, row, file, line, network, coin, tx, position, block, time, sender, receiver, amount, fee,
        sender_text, receiver_text, problem)
     settings insert_deduplication_token = ${token('parsed', of.chunk, ordinal)}, ${asOnePart}, ${uncompiled}
     ${selectParsed(sql, row)}
     from (select ${['*', ...(sql.columns ?? [])].join(', ')} from ${of.lines.table} where line > {header:UInt64} and text != '') as lines
     ${(sql.joins ?? '').replaceAll(linesPlace, of.lines.table)}
     ${sql.keep === undefined ? '' : `where ${sql.keep}`}`,
    {
      import: of.importId,
      ...of.lines.parameters,
      after: of.after,
      firstLine: of.firstLine,
      header: of.headerLines,
    },
  )
}

function selectParsed(sql: LineSql, row: string): string {
  const isHex = (text: string) => `match(${text}, '^(0x)?[0-9a-fA-F]{64}$')`
  const isPlainHex = (text: string) => `match(${text}, '^[0-9a-fA-F]{64}$')`
  const amount = 'units' in sql.amount ? sql.amount.units : sql.amount.smallest
  const inUnits = 'units' in sql.amount
  const isPlain = (text: string) => `(family = ${families.evm} and match(${text}, '^0x[0-9a-f]{40}$'))`
  return `
    with ${[
      ...sql.withs,
      `toUInt16(${sql.coin}) as coin_id`,
      `transform(coin_id, ${numbers(coins, (coin) => coin.id)}, ${numbers(coins, (coin) => networks[coin.network].id)}, 0) as network_id`,
      `transform(network_id, ${list(networkList.map(([, { id }]) => id))}, ${list(networkList.map(([, { family }]) => families[family]))}, 0) as family`,
      inUnits
        ? `transform(coin_id, ${numbers(coins, (coin) => coin.id)}, ${numbers(coins, (coin) => coin.decimals)}, 0) as decimals`
        : '0 as decimals',
      `${sql.tx} as tx_text`,
      // Base58 takes time with the square of its length: a line that is one long number would take for ever.
      `if(length(tx_text) <= 128, tx_text, '') as short_tx`,
      `${sql.from} as from_text`,
      `${sql.to} as to_text`,
      `${amount} as amount_text`,
      `${sql.position} as position_text`,
      `${sql.block} as block_text`,
      `${sql.time} as time_text`,
      `splitByChar('.', amount_text) as amount_parts`,
      `trimLeft(amount_parts[1], '0') as whole`,
      `amount_parts[2] as fraction`,
    ].join(',\n      ')}
    select {import:UInt64}, ${row}, lines.file, lines.line,
      network_id, coin_id,
      multiIf(
        family = ${families.evm} and ${isHex('tx_text')}, concat(char(2), unhex(right(tx_text, 64))),
        family = ${families.bitcoin} and ${isPlainHex('tx_text')}, concat(char(1), unhex(tx_text)),
        family in (${families.tron}, ${families.ton}) and ${isHex('tx_text')}, concat(char(1), unhex(right(tx_text, 64))),
        family = ${families.ton} and match(tx_text, '^[A-Za-z0-9+/]{42}${lastOfBase64}=?$') and length(tryBase64Decode(concat(substring(tx_text, 1, 43), '='))) = 32,
          concat(char(1), tryBase64Decode(concat(substring(tx_text, 1, 43), '='))),
        family = ${families.ton} and match(tx_text, '^[A-Za-z0-9_-]{42}${lastOfBase64}=?$') and length(tryBase64URLDecode(substring(tx_text, 1, 43))) = 32,
          concat(char(1), tryBase64URLDecode(substring(tx_text, 1, 43))),
        family = ${families.solana} and length(tryBase58Decode(short_tx)) = 64, concat(char(3), tryBase58Decode(short_tx)),
        family = ${families.sui} and length(tryBase58Decode(short_tx)) = 32, concat(char(3), tryBase58Decode(short_tx)),
        concat(char(0), tx_text)),
      toUInt64OrZero(position_text), toUInt64OrZero(block_text), toUInt32OrZero(time_text),
      if(${isPlain('from_text')}, unhex(substring(from_text, 3)), ''),
      if(${isPlain('to_text')}, unhex(substring(to_text, 3)), ''),
      toUInt256OrZero(concat(whole, substring(rightPad(fraction, decimals, '0'), 1, decimals))),
      ${sql.fee ?? '0'},
      if(${isPlain('from_text')}, '', from_text),
      if(${isPlain('to_text')}, '', to_text),
      multiIf(
        ${(sql.problems ?? []).map(([condition, problem]) => `${condition}, ${quoted(problem)},`).join('\n        ')}
        coin_id = 0, 'coin is none of support_coin',
        not match(tx_text, '^[\\\\x21-\\\\x7e]{1,128}$'), 'tx_hash must be 1 to 128 visible characters',
        not match(position_text, '^[0-9]{1,18}$'), 'position must be a whole number',
        not match(block_text, '^[0-9]{1,15}$'), 'block must be a whole number',
        not match(time_text, '^[0-9]{1,10}$') or toUInt64OrZero(time_text) > 4294967295, 'timestamp must be Unix seconds',
        from_text = '' and to_text = '', 'from and to are both empty',
        length(from_text) > ${longestAddress}, 'from is not an address of the coin\\'s network',
        length(to_text) > ${longestAddress}, 'to is not an address of the coin\\'s network',
        startsWith(amount_text, '-'), 'amount is negative',
        not match(amount_text, '^[0-9]+(\\\\.[0-9]+)?$'), 'amount must be a plain decimal number',
        length(whole) > ${mostDigits} + if(decimals = 0, 24, 0), 'amount is beyond what any coin has',
        not match(substring(fraction, decimals + 1), '^0*$'), 'amount has more decimals than the coin',
        '')`
}

const families: Readonly<Record<NetworkFamily, number>> = {
  bitcoin: 1,
  evm: 2,
  tron: 3,
  solana: 4,
  ton: 5,
  sui: 6,
}

const networkList = Object.entries(networks)

const list = (values: readonly (string | number)[]) => `[${values.join(', ')}]`
const numbers = (from: readonly Coin[], pick: (coin: Coin) => number) => list(from.map(pick))

/** Only for constants of ours. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A coin's number by its identifier. */
export const coinByIdentifier = (text: string): string =>
  `transform(${text}, ${list(coins.map((coin) => quoted(coin.identifier)))}, ${list(coins.map((coin) => coin.id))}, 0)`

/** A token's number by its contract on one network, as bytes in lower-case hex with `0x`. */
export const coinByContract = (text: string, network: string): string => {
  const tokens = coins.filter((coin) => coin.network === network && coin.contract !== undefined)
  if (tokens.length === 0) return '0'
  return `transform(${text}, ${list(tokens.map((coin) => quoted(coin.contract ?? '')))}, ${list(tokens.map((coin) => coin.id))}, 0)`
}
