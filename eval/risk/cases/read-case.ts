import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Transfer } from '@touchstone/kyt'
import { coin, type LaunderingCase } from './laundering-case.ts'
import { orderTransfers } from './order-transfers.ts'
import { parseUsd } from './parse-usd.ts'
import { readTable } from './read-table.ts'
import { type Service, serviceOf } from './service-rules.ts'

/** Thrown for a missing or invalid case file. Its message is one sentence for the user of the evaluation. */
export class CaseFileError extends Error {
  override name = 'CaseFileError'
}

const columns = [
  'Timestamp',
  'Block',
  'Tx_hash',
  'From',
  'From_label',
  'To',
  'To_label',
  'Value_in_USD',
] as const
const addressForm = /^0x[0-9a-f]{40}$/
/** The address to which coins are sent to burn them. The ledger stores an empty address instead. */
const nobody = `0x${'0'.repeat(40)}`

/**
 * Reads a case from the three files of its folder: `flow-records.csv`, `source-addresses.csv` and
 * `terminal-addresses.csv`.
 */
export function readCase(folder: string): LaunderingCase {
  const name = basename(folder)
  const read = (file: string) => readText(join(folder, file), `${name}/${file}`)
  const flows = readFlows(read('flow-records.csv'), `${name}/flow-records.csv`)
  const sources = readAddresses(read('source-addresses.csv'), `${name}/source-addresses.csv`)
  const terminals = readAddresses(read('terminal-addresses.csv'), `${name}/terminal-addresses.csv`)
  if (sources.size === 0) throw new CaseFileError(`${name}/source-addresses.csv contains no address.`)
  if (flows.transfers.length === 0) throw new CaseFileError(`${name}/flow-records.csv has no rows.`)

  const unseen = [...sources].filter((address) => !flows.labels.has(address))
  if (unseen.length > 0) flows.oddities.push(`${unseen.length} sources without records`)
  return {
    name,
    transfers: orderTransfers(flows.transfers),
    sources,
    terminals,
    services: findServices(flows.labels, sources),
    addresses: [...new Set([...flows.labels.keys(), ...sources])],
    oddities: flows.oddities,
  }
}

function readText(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new CaseFileError(`${shown} cannot be read.`, { cause })
  }
}

type Flows = { transfers: Transfer[]; labels: Map<string, Set<string>>; oddities: string[] }

function readFlows(text: string, shown: string): Flows {
  const rows = readTable(text)
  const head = (rows.shift()?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const places = columns.map((column) => head.indexOf(column.toLowerCase()))
  const missing = columns.filter((_, index) => places[index] === -1)
  if (missing.length > 0) throw new CaseFileError(`${shown} has no column ${missing.join(', ')}.`)

  const labels = new Map<string, Set<string>>()
  const seen = new Set<string>()
  const transfers: Transfer[] = []
  let repeated = 0
  let unvalued = 0
  for (const { line, cells } of rows) {
    const refuse = (what: string): never => {
      throw new CaseFileError(`${shown}, line ${line}: ${what}`)
    }
    const [time = '', block = '', tx = '', from = '', fromLabel = '', to = '', toLabel = '', written = ''] =
      places.map((place) => (cells[place] ?? '').trim())
    const value = written.replaceAll(/[$, ]|^nan$/gi, '')
    const party = (address: string, label: string) => {
      const lower = address.toLowerCase()
      if (lower === '') return ''
      if (!addressForm.test(lower)) return refuse('invalid address.')
      if (lower === nobody) return ''
      const said = labels.get(lower) ?? new Set()
      labels.set(lower, label === '' ? said : said.add(label))
      return lower
    }
    if (value === '') unvalued += 1
    const transfer = {
      coin,
      tx: tx === '' ? refuse('no transaction.') : tx.toLowerCase(),
      block: /^\d+(\.0*)?$/.test(block) ? Number.parseInt(block, 10) : refuse('invalid block number.'),
      time: readTime(time) ?? refuse('invalid time.'),
      from: party(from, fromLabel),
      to: party(to, toLabel),
      amount: parseUsd(value === '' ? '0' : value) ?? refuse('invalid amount.'),
    }
    // Compares all values of the rows, because a transaction can contain several transfers between the same
    // addresses.
    const identity = Object.values(transfer).join(' ')
    if (seen.has(identity)) repeated += 1
    else transfers.push({ ...transfer, position: 0 })
    seen.add(identity)
  }
  const oddities = []
  if (repeated > 0) oddities.push(`${repeated} duplicate rows counted once`)
  if (unvalued > 0) oddities.push(`${unvalued} rows without a value ignored`)
  return { transfers, labels, oddities }
}

/**
 * Parses a time. Times without a zone are UTC, as exported by block explorers. A plain number is in Unix
 * seconds.
 */
function readTime(text: string): number | undefined {
  if (/^\d{9,11}(\.\d*)?$/.test(text)) return Math.floor(Number(text))
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)(?:\.\d*)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/i.exec(text)
  if (parts === null) return undefined
  const [, day, hour, zone = 'Z'] = parts
  const milliseconds = Date.parse(`${day}T${hour}${/^(z|utc)$/i.test(zone) ? 'Z' : zone}`)
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000)
}

/** Reads one address per line. Skips a heading, additional columns and empty lines. */
function readAddresses(text: string, shown: string): Set<string> {
  const found = new Set<string>()
  for (const { line, cells } of readTable(text)) {
    const address = (cells[0] ?? '').trim().toLowerCase()
    if (addressForm.test(address)) found.add(address === nobody ? '' : address)
    else if (address !== '' && !(line === 1 && !address.startsWith('0x')))
      throw new CaseFileError(`${shown}, line ${line}: invalid address.`)
  }
  return found
}

/**
 * Determines which addresses of a case are services. If an address is a source, or if a label identifies it
 * as a party of the case, its other labels are ignored.
 */
function findServices(
  labels: ReadonlyMap<string, ReadonlySet<string>>,
  sources: ReadonlySet<string>,
): Map<string, Service> {
  const services = new Map<string, Service>()
  for (const [address, said] of labels) {
    const read = [...said].map(serviceOf)
    const [first] = read
    if (first !== undefined && read.every((service) => service !== undefined) && !sources.has(address))
      services.set(address, first)
  }
  return services
}
