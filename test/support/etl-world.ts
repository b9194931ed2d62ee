import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCoin, type Transfer } from '@touchstone/kyt'
import { mapBlock } from '../../packages/kyt/src/sources/evm/map-block.ts'
import { readFlatTraces } from '../../packages/kyt/src/sources/evm/read-traces.ts'

type Value = string | bigint | null | readonly Value[] | EtlRow
export type EtlRow = { readonly [name: string]: Value }
export type EtlFileKind = 'blocks' | 'transactions' | 'receipts' | 'token_transfers' | 'traces' | 'logs'

/** Two blocks with every kind of content, both as exported by ethereum-etl and as returned by a node. */
export type EtlWorld = {
  readonly files: Readonly<Record<EtlFileKind, readonly EtlRow[]>>
  /** The transfers that a follower of the node creates from these blocks. */
  readonly followed: readonly Transfer[]
  address(name: string): string
  hash(name: string): string
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const nobody = `0x${'0'.repeat(40)}`
const usdt = findCoin('USDT-ERC20')?.contract ?? ''
const hex = (value: Value | undefined) => `0x${BigInt(String(value ?? 0)).toString(16)}`

/** Use a different `salt` for each world, so that blocks, hashes and addresses differ. */
export function makeEtlWorld(salt: number): EtlWorld {
  const digest = (text: string) => createHash('sha256').update(`${salt}:${text}`).digest('hex')
  const hash = (name: string) => `0x${digest(name)}`
  const address = (name: string) => `0x${digest(`address ${name}`).slice(0, 40)}`
  const first = BigInt(salt * 1000)
  const [early, late] = [
    { number: first, hash: hash('block 0') },
    { number: first + 1n, hash: hash('block 1') },
  ]
  const timeOf = (number: bigint) => 1_600_000_000n + number

  const withdrawal = (index: bigint, to: string, amount: bigint): EtlRow => ({
    index,
    validator_index: 7n,
    address: to,
    amount,
  })
  const blocks = [
    {
      ...early,
      withdrawals: [
        withdrawal(first, address('staker'), 45_762_059n),
        withdrawal(first + 1n, address('staker'), 0n),
      ],
    },
    { ...late, withdrawals: [] },
  ].map((block) => ({
    ...block,
    type: 'block',
    parent_hash: hash('parent'),
    total_difficulty: 58_750_003_716_598_352_816_469n,
    timestamp: timeOf(block.number),
  }))

  const transaction = (name: string, block: typeof early, change: EtlRow = {}): EtlRow => ({
    type: 'transaction',
    hash: hash(name),
    nonce: 1n,
    transaction_index: 0n,
    from_address: address('alice'),
    to_address: address('bob'),
    value: 0n,
    gas: 50_000n,
    gas_price: 30_000_000_000n,
    input: '0x',
    block_timestamp: timeOf(block.number),
    block_number: block.number,
    block_hash: block.hash,
    receipt_gas_used: 21_000n,
    receipt_contract_address: null,
    receipt_root: null,
    receipt_status: 1n,
    receipt_effective_gas_price: 29_000_000_001n,
    receipt_l1_fee: null,
    receipt_blob_gas_used: null,
    receipt_blob_gas_price: null,
    ...change,
  })
  const transactions = [
    transaction('value', early, { value: 123_456_789_012_345_678_901_234_567n }),
    transaction('failed', early, { value: 5n, receipt_status: 0n }),
    transaction('creation', early, {
      value: 11n,
      to_address: null,
      receipt_contract_address: address('contract'),
    }),
    transaction('calls', early),
    transaction('dear', late, {
      value: 1n,
      receipt_l1_fee: 77n,
      receipt_blob_gas_used: 131_072n,
      receipt_blob_gas_price: 3n,
    }),
    // Before Byzantium, receipts contained neither a status nor an effective price.
    transaction('old', late, {
      value: 9n,
      receipt_status: null,
      receipt_effective_gas_price: null,
      receipt_root: hash('root'),
    }),
    transaction('old failed', late, { value: 9n, receipt_status: null, receipt_root: hash('root') }),
    transaction('burnt', late, { value: 3n, to_address: nobody }),
  ]
  const receipts = transactions.map((row) => ({
    type: 'receipt',
    transaction_hash: row.hash ?? null,
    block_hash: row.block_hash ?? null,
    block_number: row.block_number ?? null,
    ...Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => name.startsWith('receipt_'))
        .map(([name, value]) => [name.slice('receipt_'.length), value]),
    ),
  }))

  const token = (index: bigint, from: string, to: string, value: bigint, contract = usdt): EtlRow => ({
    type: 'token_transfer',
    token_address: contract,
    from_address: from,
    to_address: to,
    value,
    transaction_hash: hash('calls'),
    log_index: index,
    block_number: early.number,
    block_timestamp: timeOf(early.number),
    block_hash: early.hash,
  })
  const tokenTransfers = [
    token(0n, address('alice'), address('bob'), 1_000_000n),
    token(1n, nobody, address('bob'), 10n ** 27n + 1n),
    token(2n, address('bob'), nobody, 4n),
    token(3n, address('alice'), address('victim'), 0n),
    token(4n, nobody, nobody, 8n),
    token(5n, address('alice'), address('bob'), 2n ** 256n - 1n, address('no coin')),
    token(6n, address('bob'), address('bob'), 6n),
  ]
  const word = (value: Value | undefined) => hex(value).slice(2).padStart(64, '0')
  const logs = [
    ...tokenTransfers.map((row) => ({
      type: 'log',
      log_index: row.log_index ?? null,
      transaction_hash: row.transaction_hash ?? null,
      address: row.token_address ?? null,
      data: `0x${word(row.value)}`,
      topics: [transferTopic, `0x${word(row.from_address)}`, `0x${word(row.to_address)}`],
      block_number: row.block_number ?? null,
      block_timestamp: row.block_timestamp ?? null,
      block_hash: row.block_hash ?? null,
    })),
    {
      type: 'log',
      log_index: 7n,
      transaction_hash: hash('calls'),
      address: usdt,
      data: '0x',
      topics: [transferTopic, `0x${word('1')}`, `0x${word('2')}`, `0x${word('3')}`],
      block_number: early.number,
      block_timestamp: timeOf(early.number),
      block_hash: early.hash,
    },
  ]

  const trace = (name: string, path: readonly bigint[], change: EtlRow = {}): EtlRow => {
    const of = transactions.find((row) => row.hash === hash(name))
    return {
      type: 'trace',
      block_number: of?.block_number ?? early.number,
      transaction_hash: hash(name),
      from_address: of?.from_address ?? null,
      to_address: of?.to_address ?? null,
      value: of?.value ?? null,
      input: '0x',
      trace_type: 'call',
      call_type: 'call',
      reward_type: null,
      trace_address: path,
      error: null,
      status: change.error ? 0n : 1n,
      block_timestamp: of?.block_timestamp ?? null,
      block_hash: of?.block_hash ?? null,
      ...change,
    }
  }
  const inner = (path: readonly bigint[], value: bigint, change: EtlRow = {}) =>
    trace('calls', path, {
      from_address: address('bob'),
      to_address: address(`inner ${path}`),
      value,
      ...change,
    })
  const reward = (index: bigint, to: string, value: bigint): EtlRow => ({
    ...trace('dear', []),
    transaction_hash: null,
    from_address: null,
    to_address: to,
    value,
    trace_type: 'reward',
    call_type: null,
    reward_type: index === 0n ? 'block' : 'uncle',
    trace_id: `reward_${late.number}_${index}`,
  })
  const traces = [
    trace('value', []),
    trace('failed', [], { error: 'Reverted, "again"' }),
    trace('creation', [], { trace_type: 'create', call_type: null, to_address: address('contract') }),
    trace('calls', []),
    inner([0n], 7n),
    inner([0n, 0n], 7n, { call_type: 'delegatecall' }),
    inner([1n], 50n, { error: 'Out of gas' }),
    // ethereum-etl does not mark these traces as failed, although the call that contains them failed.
    inner([1n, 0n], 60n, { trace_type: 'suicide', call_type: null, status: 1n }),
    inner([1n, 1n], 61n, { status: 1n }),
    inner([2n], 8n, { trace_type: 'create', call_type: null }),
    inner([2n, 11n], 9n, { trace_type: 'suicide', call_type: null }),
    inner([3n], 0n),
    inner([10n], 2n ** 70n),
    trace('dear', []),
    trace('old', []),
    trace('old failed', [], { error: 'Bad instruction' }),
    trace('burnt', []),
    reward(0n, address('miner'), 3_000_000_000_000_000_000n),
    reward(1n, address('miner'), 2_000_000_000_000_000_000n),
    reward(2n, address('miner'), 2_000_000_000_000_000_000n),
  ]
  const files = { blocks, transactions, receipts, token_transfers: tokenTransfers, traces, logs }
  return { files, followed: follow(files), address, hash }
}

function follow(files: EtlWorld['files']): Transfer[] {
  const text = (value: Value | undefined) => (typeof value === 'string' ? value : '')
  return files.blocks.flatMap((block) => {
    const number = block.number
    const own = (rows: readonly EtlRow[]) => rows.filter((row) => row.block_number === number)
    const mapped = mapBlock({
      network: 'ETH',
      block: {
        number: hex(number),
        hash: text(block.hash),
        parentHash: text(block.parent_hash),
        timestamp: hex(block.timestamp),
        transactions: own(files.transactions).map((row) => ({
          hash: text(row.hash),
          from: text(row.from_address),
          to: row.to_address === null ? null : text(row.to_address),
          value: hex(row.value),
          gasPrice: hex(row.gas_price),
        })),
        withdrawals: (block.withdrawals as readonly EtlRow[]).map((row) => ({
          index: hex(row.index),
          address: text(row.address),
          amount: hex(row.amount),
        })),
      },
      receipts: own(files.receipts).map((row) => ({
        transactionHash: text(row.transaction_hash),
        blockHash: text(row.block_hash),
        status: row.status === null ? null : hex(row.status),
        gasUsed: hex(row.gas_used),
        ...(row.effective_gas_price === null ? {} : { effectiveGasPrice: hex(row.effective_gas_price) }),
        contractAddress: row.contract_address === null ? null : text(row.contract_address),
        l1Fee: hex(row.l1_fee),
        blobGasUsed: hex(row.blob_gas_used),
        blobGasPrice: hex(row.blob_gas_price),
        logs: own(files.logs)
          .filter((log) => log.transaction_hash === row.transaction_hash)
          .map((log) => ({
            address: text(log.address),
            topics: log.topics as string[],
            data: text(log.data),
            logIndex: hex(log.log_index),
          })),
      })),
      traces: readFlatTraces(
        own(files.traces).map((row) => ({
          type: text(row.trace_type),
          action: {
            callType: text(row.call_type),
            from: text(row.from_address),
            to: text(row.to_address),
            value: hex(row.value),
            address: text(row.from_address),
            refundAddress: text(row.to_address),
            balance: hex(row.value),
            author: text(row.to_address),
          },
          result: { address: text(row.to_address) },
          ...(row.error === null ? {} : { error: text(row.error) }),
          traceAddress: (row.trace_address as bigint[]).map(Number),
          transactionHash: row.transaction_hash === null ? null : text(row.transaction_hash),
        })),
      ),
    })
    return mapped.transfers
  })
}

/** The columns of the files that `ethereumetl export_…` writes. */
const exported: Readonly<Record<EtlFileKind, string>> = {
  blocks: 'number hash parent_hash total_difficulty timestamp withdrawals',
  transactions:
    'hash nonce block_hash block_number transaction_index from_address to_address value gas gas_price input',
  receipts:
    'transaction_hash block_hash block_number gas_used contract_address root status effective_gas_price l1_fee blob_gas_used blob_gas_price',
  token_transfers: 'token_address from_address to_address value transaction_hash log_index block_number',
  traces:
    'block_number transaction_hash from_address to_address value input trace_type call_type reward_type trace_address error status',
  logs: 'log_index transaction_hash block_hash block_number address data topics',
}

export type WriteEtlOptions = {
  readonly folder: string
  readonly form: 'json' | 'csv'
  /** Streamed lines contain all fields. Exported lines contain only the columns of their file. */
  readonly streamed: boolean
  readonly kinds: readonly EtlFileKind[]
  /** Whether to write all kinds into one file. */
  readonly mixed?: boolean
}

/** Writes the files in the same format as ethereum-etl. */
export function writeEtl(world: EtlWorld, options: WriteEtlOptions): void {
  mkdirSync(options.folder, { recursive: true })
  const linesOf = (kind: EtlFileKind) => {
    const names = options.streamed ? undefined : exported[kind].split(' ')
    const rows = world.files[kind].map((row) =>
      names ? Object.fromEntries(names.map((name) => [name, row[name] ?? null])) : row,
    )
    if (options.form === 'json') return rows.map(writeJson)
    const header =
      names ?? Object.keys(Object.assign({}, ...rows) as EtlRow).filter((name) => name !== 'type')
    return [header.join(), ...rows.map((row) => header.map((name) => writeCell(row[name] ?? null)).join())]
  }
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(
      join(options.folder, name),
      lines.map((line) => `${line}${options.form === 'csv' ? '\r' : ''}\n`).join(''),
    )
  if (options.mixed) write('stream.jsonl', options.kinds.flatMap(linesOf))
  else for (const kind of options.kinds) write(`${kind}_00000000_00099999.${options.form}`, linesOf(kind))
}

/** Formats JSON like Python: numbers of any size as digits, and spaces after separators. */
export function writeJson(value: Value): string {
  if (typeof value === 'bigint') return String(value)
  if (value === null || typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((one: Value) => writeJson(one)).join(', ')}]`
  return `{${Object.entries(value as EtlRow)
    .map(([name, one]) => `"${name}": ${writeJson(one)}`)
    .join(', ')}}`
}

function writeCell(value: Value): string {
  if (value === null) return ''
  const text = Array.isArray(value)
    ? value.map((one: Value) => (typeof one === 'string' ? one : writeJson(one))).join()
    : String(value)
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
