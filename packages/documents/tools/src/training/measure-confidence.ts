import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { createSeededRandom } from '@touchstone/common'
import { type GrayRaster, toGray } from '@touchstone/images'
import { decodeImage } from '@touchstone/images/decode'
import { type DocumentKind, type FieldLayout, mrzLayouts } from '#src/mrz/mrz-layout'
import { acceptanceLimits } from '#src/read/acceptance-limits'
import { decodeZone } from '#src/read/decode-zone'
import { loadGlyphNets, viewGlyphNets } from '#src/read/load-glyph-nets'
import { seeZone } from '#src/read/see-zone'
import { composeMrz } from '../specimens/compose-mrz.ts'
import { createDice, type Dice } from '../specimens/create-dice.ts'
import type { DisturbanceLevel } from '../specimens/disturbances.ts'
import { drawPage } from '../specimens/draw-page.ts'
import { inventPerson } from '../specimens/invent-person.ts'
import { photographPage } from '../specimens/photograph-page.ts'

/**
 * Measures the confidence of the networks in fields that they misread: `node
 * tools/dist/training/measure-confidence.js`, with `--nets <file>` for networks other than the shipped ones.
 * A field's confidence is the confidence of its least certain character. The acceptance limits must be higher
 * than the confidence of misread fields, so run this script again for new networks. The pages use separate
 * seeds.
 */
const { values } = parseArgs({
  options: {
    nets: { type: 'string' },
    seed: { type: 'string', default: '1' },
    pages: { type: 'string', default: '20' },
  },
})
const nets = values.nets === undefined ? loadGlyphNets() : viewGlyphNets(readFileSync(values.nets))

/**
 * A group of pages. If `fills` is set, the page fills a picture of a few hundred pixels, which simulates a
 * good scan that was shrunk.
 */
type Group = { level: DisturbanceLevel; width: number; fills: boolean }

const groups: readonly Group[] = [
  { level: 'mild', width: 1280, fills: false },
  { level: 'strong', width: 1280, fills: false },
  { level: 'harsh', width: 1280, fills: false },
  { level: 'harsh', width: 900, fills: false },
  ...[600, 400, 340, 280].map((width) => ({ level: 'faint' as const, width, fills: true })),
]
/**
 * Fields with only a few possible values. They keep their values, because these determine how the other
 * fields are read.
 */
const worded: readonly FieldLayout['name'][] = ['documentCode', 'issuingState', 'nationality', 'sex']
const { alone, added } = acceptanceLimits

const fieldHead = [`correct fields below ${alone}`, `below ${added}`]
print(['pages', 'read', 'characters', 'wrong', 'fields', 'wrong', 'highest confidence', ...fieldHead])
for (const group of groups) {
  const seen = { zones: 0, characters: 0, wrong: 0 }
  const right: number[] = []
  const wrong: number[] = []
  for (let index = 0; index < Number(values.pages); index++) {
    const { gray, truth, fields } = await makePage(group, index)
    const { reading } = seeZone(gray, nets)
    const decoded = reading && decodeZone(reading)
    const read = decoded?.lines.join('') ?? ''
    if (read.length !== truth.length) continue
    seen.zones += 1
    for (const places of fields) {
      const missed = places.filter((place) => read[place] !== truth[place]).length
      seen.characters += places.length
      seen.wrong += missed
      const least = Math.min(...places.map((place) => decoded?.confidence[place] ?? 0))
      if (missed === 0) right.push(least)
      else wrong.push(least)
    }
  }
  const below = (limit: number) => right.filter((confidence) => confidence < limit).length
  print([
    `${group.level}, ${group.fills ? 'filling' : 'in'} ${group.width} pixels`,
    `${seen.zones} of ${values.pages}`,
    ...[seen.characters, seen.wrong, right.length + wrong.length, wrong.length],
    wrong.length === 0 ? '' : Math.max(...wrong).toFixed(2),
    ...[below(alone), below(added)],
  ])
}

function print(row: readonly (string | number)[]): void {
  process.stdout.write(`| ${row.join(' | ')} |\n`)
}

async function makePage(
  { level, width, fills }: Group,
  index: number,
): Promise<{ gray: GrayRaster; truth: string; fields: number[][] }> {
  const dice = createDice(createSeededRandom(`sureness ${values.seed} ${level} ${width} ${index}`))
  const kind: DocumentKind = dice.pick(['MRV-A', 'MRV-B', 'TD1'])
  const person = inventPerson({ dice, kind, today: '2026-11-15' })
  const { lines, fields } = fillZone(dice, kind, composeMrz(kind, person))
  const page = drawPage({ kind, person, dice, lines })
  const size = fills ? 1280 : width
  const photo = photographPage({
    ...{ page, dice, level, width: size, height: Math.round(size * 0.75) },
    ...(fills && { fill: 0.97 }),
  })
  const bytes = fills ? await shrink(photo.jpeg, width) : photo.jpeg
  const gray = toGray(await decodeImage({ bytes, maxSide: 2000 }))
  return { gray, truth: lines.join(''), fields }
}

async function shrink(jpeg: Uint8Array, width: number): Promise<Uint8Array> {
  const image = await loadImage(jpeg)
  const small = createCanvas(width, Math.round((width * image.height) / image.width))
  const context = small.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, small.width, small.height)
  return small.toBuffer('image/jpeg', 80)
}

/**
 * Fills all other fields with random characters, half of which are easily confused, and returns their
 * positions.
 */
function fillZone(
  dice: Dice,
  kind: DocumentKind,
  lines: readonly string[],
): { lines: string[]; fields: number[][] } {
  const layout = mrzLayouts[kind]
  const text = [...lines.join('')]
  const fields = layout.fields
    .filter(({ name }) => !worded.includes(name))
    .map(({ line, from, to, charset }) => {
      const fits = charset === 'letter' ? /[A-Z]/ : charset === 'digit' ? /[0-9]/ : /[A-Z0-9]/
      const all = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((each) => fits.test(each))
      const alike = [...'0OQD1I8B5S2ZGC6'].filter((each) => fits.test(each))
      const places = Array.from({ length: to - from }, (_, at) => line * layout.length + from + at)
      for (const place of places) text[place] = dice.pick(dice.chance(0.5) ? alike : all)
      return places
    })
  const rows = lines.map((_, row) => text.slice(row * layout.length, (row + 1) * layout.length).join(''))
  return { lines: rows, fields }
}
