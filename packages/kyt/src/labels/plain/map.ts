import { type Network, networks } from '../../addresses/networks.ts'
import { parseAddress } from '../../addresses/parse-address.ts'
import { showText } from '../../files/show-text.ts'
import { categories, isCategory } from '../categories.ts'
import { checkText } from '../check-text.ts'
import type { Label } from '../label.ts'
import { plainLabelHeader } from './read.ts'

/** The confidence of rows that do not specify one. */
const usualConfidence = 50

export type MappedRow = { label: Label; source?: string } | { problem: string }

/** Maps one row, with its fields in the order of the header. */
export function mapPlainLabel(fields: readonly string[]): MappedRow {
  const texts = fields.map((field) => field.trim())
  for (const [index, text] of texts.entries()) {
    const wrong = checkText(text)
    if (wrong !== undefined) return { problem: `${plainLabelHeader[index] ?? 'a field'} ${wrong}` }
  }
  const [
    network = '',
    address = '',
    entity = '',
    label = '',
    category = '',
    incident = '',
    source = '',
    sure = '',
  ] = texts
  if (!isNetwork(network)) {
    return { problem: `unknown network ${showText(network)}; use one of ${Object.keys(networks).join(', ')}` }
  }
  const parsed = parseAddress(network, address)
  if (parsed === undefined) return { problem: `${showText(address)} is not a valid ${network} address` }
  if (!isCategory(category)) {
    return { problem: `unknown category ${showText(category)}; use one of ${categories.join(', ')}` }
  }
  if (entity === '' && label === '') return { problem: 'entity and label are both empty' }
  const confidence = sure === '' ? usualConfidence : readConfidence(sure)
  if (confidence === undefined) {
    return {
      problem: `confidence ${showText(sure)} is neither a whole number from 0 to 100 nor a fraction like 0.9`,
    }
  }
  const mapped: Label = {
    network,
    address: parsed.text,
    entity,
    label: label || entity,
    category,
    incident,
    confidence,
  }
  return source === '' ? { label: mapped } : { label: mapped, source }
}

/** Parses a confidence, which is a percentage or, if it contains a decimal point, a fraction. */
function readConfidence(text: string): number | undefined {
  if (/^(\d{1,2}|100)$/.test(text)) return Number(text)
  return /^(0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Math.round(Number(text) * 100) : undefined
}

function isNetwork(text: string): text is Network {
  return Object.hasOwn(networks, text)
}
