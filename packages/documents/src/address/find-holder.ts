import type { Country } from '../mrz/country-of.ts'
import { findDates } from '../print/find-dates.ts'
import type { ProofAddress } from './address-proof-reading.ts'
import { compareNames } from './compare-names.ts'
import { countryInText } from './country-in-text.ts'
import { postcodeShapes } from './postcode-shapes.ts'
import type { ProofLine } from './proof-text.ts'

export type Holder = { name?: string; address: ProofAddress; score: number }

const company =
  /\b(ltd|limited|plc|inc|llc|gmbh|ag|s\.?a\.?|b\.?v\.?|bank|energy|water|power|telecom|mobile|insurance|council|office|authority|revenue|department|services?|company|group|customer care|p\.?o\.? box|utilities|electric|gas|city of)\b/i
const label =
  /^(customer|account holder|name|holder|bill(ed)? to|invoice to|tenant|policy ?holder|tax ?payer|recipient|insured|client|resident|subscriber)( name)?\b\s*:?\s*/i
const addressLabel =
  /^((service|supply|billing|postal|home|property|mailing|residential|delivery|insured|customer) )?address( of [a-z]+)?\s*:?\s*/i

/** Finds the addressee and the address: the highest-scoring text block that looks like an address. */
export function findHolder(
  lines: readonly ProofLine[],
  expectedName: string | undefined,
): Holder | undefined {
  const blocks = [...stackedBlocks(lines), ...labelledBlocks(lines)]
  const named = labelledName(lines)
  let best: Holder | undefined
  for (const block of blocks) {
    const name = block.name ?? named
    const holder = {
      ...(name !== undefined && { name }),
      address: block.address,
      score: block.score + (name ? rateName(name, expectedName) : -2),
    }
    if (best === undefined || holder.score > best.score) best = holder
  }
  return best
}

type Block = { name?: string; address: ProofAddress; score: number }

function rateName(name: string, expectedName: string | undefined): number {
  let score = company.test(name) ? -6 : looksLikePerson(name) ? 2 : 0
  if (expectedName !== undefined) {
    const match = compareNames(expectedName, name)
    score += match === 'same' ? 8 : match === 'similar' ? 5 : 0
  }
  return score
}

function looksLikePerson(text: string): boolean {
  const words = text.replace(/[.,]/g, ' ').split(/\s+/).filter(Boolean)
  return (
    words.length >= 2 &&
    words.length <= 6 &&
    !/\d/.test(text) &&
    words.every((word) => /^[\p{L}'’-]+$/u.test(word)) &&
    words.filter((word) => /^\p{Lu}/u.test(word)).length >= 2 &&
    !company.test(text)
  )
}

/** Finds consecutive left-aligned lines that end with a town and optionally a country. */
function stackedBlocks(lines: readonly ProofLine[]): Block[] {
  const blocks: Block[] = []
  for (const [index, line] of lines.entries()) {
    const code = postcodeIn(line.text)
    if (code === undefined) continue
    const stack = climb(lines, index)
    const below = lineBelow(lines, line)
    const country = below ? countryInText(below.text) : undefined
    const cleaned = stack.map(({ text }) => text.replace(label, '').replace(addressLabel, '').trim())
    const texts = cleaned.filter((text) => text !== '')
    const nameAt = texts
      .slice(0, -1)
      .findIndex((text) => looksLikePerson(text) && postcodeIn(text) === undefined)
    const companyAt = texts.findIndex((text) => company.test(text) && !/\d/.test(text))
    const streets = texts.slice(nameAt >= 0 ? nameAt + 1 : companyAt >= 0 ? companyAt + 1 : 0)
    if (streets.length < 2 || !streets.slice(0, -1).some(isStreet)) continue
    const labelled = stack.some(({ text }) => label.test(text) || addressLabel.test(text))
    const name = nameAt >= 0 ? texts[nameAt] : companyAt >= 0 ? texts[companyAt] : undefined
    blocks.push({
      ...(name !== undefined && { name: withoutTitle(name) }),
      address: addressOf(streets, country, code),
      score: (labelled ? 3 : 0) + (country ? 1 : 0) + (line.page === 1 ? 1 : 0),
    })
  }
  return blocks
}

/** Collects the lines above the postcode line while they are closely spaced and left-aligned with it. */
function climb(lines: readonly ProofLine[], index: number): ProofLine[] {
  const start = lines[index]
  if (!start) return []
  const stack = [start]
  let at = start
  for (let back = index - 1; back >= 0 && stack.length < 6; back--) {
    const line = lines[back]
    if (!line || line.page !== at.page) break
    const gap = at.y - line.y
    if (gap > at.height * 2.4) break
    if (gap < at.height * 0.6 || Math.abs(line.x - at.x) > at.height * 1.2) continue
    stack.unshift(line)
    at = line
  }
  return stack
}

function lineBelow(lines: readonly ProofLine[], line: ProofLine): ProofLine | undefined {
  return lines.find(
    (each) =>
      each.page === line.page &&
      each.y > line.y + line.height * 0.6 &&
      each.y - line.y < line.height * 2.4 &&
      Math.abs(each.x - line.x) <= line.height * 1.2,
  )
}

/** Matches "Address: 12 High Street, London, SW1A 1AA, United Kingdom" on one line. */
function labelledBlocks(lines: readonly ProofLine[]): Block[] {
  const blocks: Block[] = []
  for (const line of lines) {
    const match = addressLabel.exec(line.text)
    if (!match) continue
    const own = line.text.slice(match[0].length).trim()
    const text = own !== '' ? own : textBeside(lines, line)
    if (text === undefined) continue
    const parts = text.split(/\s*,\s*/).filter((part) => part !== '')
    const country = countryInText(parts.at(-1) ?? '')
    const streets = country ? parts.slice(0, -1) : parts
    const code = streets.map((part) => postcodeIn(part)).find((found) => found !== undefined)
    if (streets.length < 2 || code === undefined || !streets.some(isStreet)) continue
    blocks.push({ address: addressOf(streets, country, code), score: 4 })
  }
  return blocks
}

function labelledName(lines: readonly ProofLine[]): string | undefined {
  for (const line of lines) {
    const match = label.exec(line.text)
    if (!match) continue
    const own = line.text.slice(match[0].length).trim()
    const text = own !== '' ? own : textBeside(lines, line)
    if (text !== undefined && looksLikePerson(text)) return withoutTitle(text)
  }
  return undefined
}

/** Returns the text to the right of a label, in the next column. */
function textBeside(lines: readonly ProofLine[], line: ProofLine): string | undefined {
  return lines
    .filter(
      (each) => each.page === line.page && each.x > line.x && Math.abs(each.y - line.y) < line.height * 0.6,
    )
    .sort((a, b) => a.x - b.x)[0]?.text
}

function withoutTitle(name: string): string {
  return name.replace(/^(mr|mrs|ms|miss|dr|herr|frau|mx)\.?\s+/i, '').trim()
}

function isStreet(text: string): boolean {
  return /\p{L}{3}/u.test(text) && /\d/.test(text) && text.length < 60
}

type Postcode = { code: string; country?: string }

function postcodeIn(text: string): Postcode | undefined {
  // Ignores dates, because the year at the end of a date can look like a postcode at the end of a line.
  if (text.length > 60 || findDates(text).length > 0) return undefined
  for (const { shape, country } of postcodeShapes) {
    const match = shape.exec(text)
    const code = match?.[1] ?? match?.[2]
    if (code !== undefined) return { code, ...(country && { country }) }
  }
  return undefined
}

function addressOf(lines: string[], named: Country | undefined, { code, country }: Postcode): ProofAddress {
  const byShape = country === undefined ? undefined : countryInText(country)
  const known = named ?? byShape
  return {
    lines,
    postcode: code,
    ...(known && { country: known, countryFrom: named ? ('named' as const) : ('postcode' as const) }),
  }
}
