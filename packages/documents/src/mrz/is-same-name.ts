import { specialLetters } from './transliterate.ts'

export type NamesInZone = {
  surname: string
  givenNames: string
  /** Whether the zone was full, in which case the names can be truncated. */
  cut: boolean
}

/** Alternative transliterations that states are allowed to use (ICAO Doc 9303 part 3, section 6 A). */
const otherForms: Readonly<Record<string, readonly string[]>> = {
  Ä: ['A'],
  Å: ['A'],
  Ñ: ['NXX'],
  Ö: ['O'],
  Ø: ['O'],
  Ü: ['UXX', 'U'],
}
const joining = /^['’‘ʼ`´.]$/
const parting = /^[\s\-‐‑–,·]$/
/**
 * Combining marks that are used with Latin letters. Other marks are not accepted, because they could disguise
 * the text.
 */
const marks = /[\u0300-\u036f]/g

/**
 * Returns whether a typed name matches the letters of the zone in order. Ignores accents, spaces, hyphens
 * and apostrophes. The boundary between surname and given names can differ by whole words. A word can be
 * joined with the next one or split in two, but must not end inside the next word, because that would be a
 * different name with the same letters. If the zone was full, the name can continue beyond it. A character
 * that the zone can't contain (digits, other scripts) never matches.
 */
export function isSameName(zone: NamesInZone, written: { surname: string; givenNames: string }): boolean {
  const words = `${zone.surname} ${zone.givenNames}`.split(' ').filter((word) => word !== '')
  const letters = words.join('')
  const edges = new Set([0])
  for (const word of words) edges.add([...edges].reduce((last, edge) => Math.max(last, edge)) + word.length)
  const surname = readLetters(written.surname)
  const givenNames = readLetters(written.givenNames)
  if (surname === undefined || givenNames === undefined || surname.length === 0) return false
  const text: Piece[] = [...surname, 'edge', ...givenNames]
  const follow = (at: Place, forms: readonly string[]) =>
    forms
      .filter((form) => fits(form, letters, at.offset, zone.cut))
      .map((form) => ({ ...at, offset: at.offset + form.length }))
  const isWord = ({ offset, from }: Place) =>
    offset > letters.length || isWithin(edges, from, offset) || (edges.has(from) && edges.has(offset))
  let places: Place[] = [{ offset: 0, from: 0 }]
  for (const piece of text) {
    const next =
      typeof piece === 'string'
        ? places
            .filter(
              (at) => isWord(at) && (piece === 'part' || edges.has(at.offset) || at.offset > letters.length),
            )
            .map(({ offset }) => ({ offset, from: offset }))
        : places.flatMap((at) => follow(at, piece))
    // Removes duplicate states. Å can be AA or A, so a sequence of such letters has exponentially many
    // readings.
    places = [...new Map(next.map((at) => [`${at.offset} ${at.from}`, at])).values()]
  }
  return places.some((at) => at.offset >= letters.length && isWord(at))
}

/** Number of zone characters consumed, and the start of the current word. */
type Place = { offset: number; from: number }
/** The possible zone letters for a character, the end of a word, or the end of the surname. */
type Piece = readonly string[] | 'part' | 'edge'

function readLetters(name: string): Piece[] | undefined {
  const pieces: Piece[] = []
  for (const letter of name.trim().normalize('NFC').toUpperCase()) {
    if (joining.test(letter)) continue
    if (parting.test(letter)) pieces.push('part')
    else {
      const forms = formsOf(letter)
      if (forms === undefined) return undefined
      pieces.push(forms)
    }
  }
  return pieces.some((piece) => typeof piece !== 'string') ? pieces : name.trim() === '' ? [] : undefined
}

function formsOf(letter: string): readonly string[] | undefined {
  const bare = specialLetters[letter] === undefined ? letter.normalize('NFD').replace(marks, '') : letter
  const first = specialLetters[bare] ?? bare
  // Skips a combining mark that NFC could not merge with its letter.
  if (bare === '') return ['']
  return /^[A-Z]+$/.test(first) ? [first, ...(otherForms[bare] ?? [])] : undefined
}

function fits(form: string, letters: string, offset: number, cut: boolean): boolean {
  const rest = letters.slice(offset, offset + form.length)
  return rest === form || (cut && offset + form.length > letters.length && form.startsWith(rest))
}

function isWithin(edges: ReadonlySet<number>, from: number, to: number): boolean {
  return ![...edges].some((edge) => edge > from && edge < to)
}
