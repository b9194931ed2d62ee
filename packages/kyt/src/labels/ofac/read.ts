import { createReadStream } from 'node:fs'
import { type SaxesAttributePlain, SaxesParser } from 'saxes'
import { importFileError } from '../../files/import-file-error.ts'

/** A digital currency address of the list, as it is written there. */
export type ListedAddress = {
  readonly line?: number
  /** OFAC's code of the currency. */
  readonly currency: string
  readonly address: string
  /** Primary name of the party; empty where the list does not give names. */
  readonly party: string
}

/** No text and no tag of the list is longer; a file without any tag must not fill the memory. */
const maxPieceLength = 1024 * 1024

const featureName = /^Digital Currency Address - (\S+)$/

/** The addresses of OFAC's list in the advanced XML form, read as a stream: the list is over a hundred megabytes. */
export async function* readSdn({ file }: { readonly file: string }): AsyncGenerator<ListedAddress> {
  const found: ListedAddress[] = []
  const currencies = new Map<string, string>()
  let currency: string | undefined
  let party = ''
  let isPrimary = false
  let nameParts: string[] | undefined
  let text: string | undefined
  let featureId = ''
  let ended = false

  yield* parseStream(file, found, () => ended, {
    open(name, attributes) {
      switch (name) {
        case 'FeatureType':
          featureId = attributes.ID ?? ''
          text = ''
          break
        case 'DistinctParty':
          party = ''
          break
        case 'Alias':
          isPrimary = attributes.Primary === 'true' && party === ''
          break
        case 'DocumentedName':
          // The first form is the romanised one, by which the list is known; others are in the original script.
          if (isPrimary && party === '') nameParts = []
          break
        case 'NamePartValue':
          if (nameParts) text = ''
          break
        case 'Feature':
          currency = currencies.get(attributes.FeatureTypeID ?? '')
          break
        case 'VersionDetail':
          if (currency !== undefined) text = ''
          break
      }
    },
    close(name, line) {
      const value = text?.trim() ?? ''
      switch (name) {
        case 'FeatureType': {
          const code = featureName.exec(value)?.[1]
          if (code !== undefined) currencies.set(featureId, code)
          break
        }
        case 'NamePartValue':
          nameParts?.push(value)
          break
        case 'DocumentedName':
          if (nameParts) party = nameParts.join(' ')
          nameParts = undefined
          break
        case 'VersionDetail':
          if (currency !== undefined && value !== '') found.push({ line, currency, address: value, party })
          break
        case 'Feature':
          currency = undefined
          break
        case 'DistinctParties':
          ended = true
          break
        default:
          return
      }
      text = undefined
    },
    text(piece) {
      if (text !== undefined) text += piece
    },
  })
  if (!ended) throw notTheList(file, 'ends before the list of parties does')
}

/** When the list was issued, as `YYYY-MM-DD`. */
export async function readSdnDate({ file }: { readonly file: string }): Promise<string> {
  const parts = new Map<string, string>()
  let name: string | undefined
  let ended = false
  const events = parseStream(file, [], () => ended, {
    open(tag) {
      name = tag
      // The date is the first thing of the list: past the reference values there is none.
      if (tag === 'ReferenceValueSets') ended = true
    },
    close(tag) {
      name = undefined
      if (tag === 'DateOfIssue') ended = true
    },
    text(piece) {
      if (name !== undefined) parts.set(name, (parts.get(name) ?? '') + piece)
    },
  })
  for await (const _ of events) break
  const pad = (part: string) => (parts.get(part) ?? '').trim().padStart(2, '0')
  const date = `${pad('Year')}-${pad('Month')}-${pad('Day')}`
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw notTheList(file, 'does not begin with a date of issue')
  return date
}

type Handlers = {
  open(name: string, attributes: Record<string, string>): void
  close(name: string, line: number): void
  text(piece: string): void
}

async function* parseStream<Found>(file: string, found: Found[], isEnded: () => boolean, handlers: Handlers) {
  const parser = new SaxesParser({ fileName: file })
  let pending = 0
  let failure: Error | undefined
  parser.on('opentag', (tag) => {
    pending = 0
    if (!isEnded()) handlers.open(tag.name, tag.attributes as Record<string, SaxesAttributePlain['value']>)
  })
  parser.on('closetag', (tag) => {
    pending = 0
    if (!isEnded()) handlers.close(tag.name, parser.line)
  })
  parser.on('text', (piece) => {
    if (!isEnded()) handlers.text(piece)
  })
  parser.on('error', (error) => {
    failure ??= error
  })
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 128 * 1024 })) {
    pending += chunk.length
    parser.write(chunk)
    if (failure)
      throw notTheList(file, `is not valid XML: ${failure.message.replace(`${file}:`, 'line ')}`, failure)
    if (pending > maxPieceLength)
      throw notTheList(file, `has a piece of text that is too long`, undefined, parser.line)
    yield* found.splice(0)
    if (isEnded()) return
  }
}

function notTheList(file: string, what: string, cause?: unknown, line?: number) {
  return importFileError({
    file,
    ...(line === undefined ? {} : { line }),
    what,
    remedy: 'Give the SDN list in its advanced XML form (sdn_advanced.xml).',
    cause,
  })
}
