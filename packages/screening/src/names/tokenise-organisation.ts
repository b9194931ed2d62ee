import {
  abbreviations,
  fillers,
  genericWords,
  knownByLetters,
  legalForms,
  mostFormWords,
  shipWords,
} from './organisation-words.ts'
import { parseNumber } from './parse-number.ts'
import { type NameToken, tokenise } from './tokenise.ts'

/** The class of a part of an organisation's name. */
export type WordClass = 'name' | 'generic' | 'form' | 'number'

const mostTokens = 16
/** Prefix that distinguishes a legal form's family from an ordinary word. */
const formMark = '_'

/**
 * Splits the name of a company, a ship or any other party that is not a person. Replaces legal forms with
 * their families and numbers with digits, and joins dotted letters into one word. Articles are omitted.
 */
export function tokeniseOrganisation(name: string): NameToken[] {
  const words = cleanWords(name)
  const tokens: NameToken[] = []
  const forms: NameToken[] = []
  for (let at = 0; at < words.length && tokens.length < mostTokens; ) {
    const form = formAt(words, at)
    if (form !== undefined) {
      if (!forms.some(({ latin }) => latin === form.token.latin)) forms.push(form.token)
      at += form.length
      continue
    }
    const number = parseNumber(at, words)
    if (number !== undefined) {
      tokens.push({ latin: number.value, native: '', script: 'latin' })
      at += number.length
      continue
    }
    const word = words[at] ?? ''
    at += 1
    if (fillers.has(word)) continue
    tokens.push(...tokenise(abbreviations.get(word) ?? word).filter(({ latin }) => latin !== ''))
  }
  const ship = tokens[0]
  const named =
    ship !== undefined && tokens.length > 1 && shipWords.has(ship.latin) ? tokens.slice(1) : tokens
  if (named.length > 0) return [...named, ...forms].slice(0, mostTokens)
  // A name that consists only of articles and legal forms is still a name.
  return tokenise(name).filter(({ latin }) => latin !== '')
}

export function wordClassOf(latin: string): WordClass {
  if (latin.startsWith(formMark)) return 'form'
  if (isNumber.test(latin)) return 'number'
  return genericWords.has(latin) ? 'generic' : 'name'
}

/**
 * Returns whether a token is a number or a legal form; such tokens can be equal or different, but not
 * similar.
 */
export const isExactToken = (latin: string) => latin.startsWith(formMark) || isNumber.test(latin)

const isNumber = /^\d+$/

function formAt(words: readonly string[], at: number): { token: NameToken; length: number } | undefined {
  for (let length = Math.min(mostFormWords, words.length - at); length > 0; length -= 1) {
    const family = legalForms.get(words.slice(at, at + length).join(' '))
    // A legal form of one or two letters at the start of a name is treated as part of the name, as in "As
    // Sahab". The exception is "PT", which is written first, as in "PT Astra".
    if (family === undefined) continue
    if (at === 0 && (length === words.length || isShortWord(words[0] ?? ''))) return undefined
    return { token: { latin: formMark + family, native: '', script: 'latin' }, length }
  }
  return undefined
}

/**
 * Returns whether a word at the start of a name is part of the name even if it could be a legal form, as in
 * "SA Trading".
 */
const isShortWord = (word: string) => /^[a-z]{1,2}$/.test(word) && word !== 'pt'

/** Lowercases the text, removes marks and signs, and joins adjacent single letters into one word. */
function cleanWords(name: string): string[] {
  // Fast path for plain words, which make up most names.
  if (isPlain.test(name)) return joinKnown(name.toLowerCase().split(/ +/))
  const clean = name
    .slice(0, 512)
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]/g, '')
    .toLowerCase()
    .replace(/['’‘ʻ`ʿʾʼ´′‛ʹ]s(?![\p{L}\p{M}])/gu, '')
    .replace(/['’‘ʻ`ʿʾʼ´′‛ʹ"]/g, '')
    .replace(
      /(?<![\p{L}\p{M}])(?:[\p{L}]\.){2,}[\p{L}]?(?![\p{L}\p{M}])/gu,
      (letters) => ` ${letters.replaceAll('.', '')} `,
    )
    .replace(/(?<![\p{L}\p{M}])(\p{L})\/(\p{L})(?![\p{L}\p{M}])/gu, '$1$2')
    .normalize('NFD')
    .replace(/(?<=[a-z])\p{M}/gu, '')
    .normalize('NFC')
  const pieces = clean.match(/[\p{L}\p{M}]+|\p{N}+(?:st|nd|rd|th)?/gu) ?? []
  const words: string[] = []
  let letters = ''
  for (const [at, piece] of pieces.entries()) {
    const isLetter = /^[a-z]$/.test(piece)
    if (isLetter && !isRomanAlone(pieces, at)) {
      letters += piece
      continue
    }
    // Treats "H and M", "H&M" and "HM" as equal.
    if (letters !== '' && piece === 'and' && /^[a-z]$/.test(pieces[at + 1] ?? '')) continue
    if (letters !== '') words.push(letters)
    letters = ''
    words.push(piece)
  }
  if (letters !== '') words.push(letters)
  return joinKnown(words)
}

/** Matches words of two or more letters that are separated only by spaces. */
const isPlain = /^[a-z]{2,}(?: +[a-z]{2,})*$/i

/**
 * Returns whether a letter is a Roman numeral, as in "Fund V", rather than one of several initials, as in "V
 * G Industries".
 */
function isRomanAlone(pieces: readonly string[], at: number): boolean {
  const isLetter = (piece: string | undefined) => piece !== undefined && /^[a-z]$/.test(piece)
  return at > 0 && /^[vxi]$/.test(pieces[at] ?? '') && !isLetter(pieces[at - 1]) && !isLetter(pieces[at + 1])
}

function joinKnown(words: readonly string[]): string[] {
  const told = words.filter((word) => word !== 'of')
  const joined: string[] = []
  for (let at = 0; at < told.length; ) {
    const found = [3, 2].find((length) => knownByLetters.has(told.slice(at, at + length).join(' ')))
    if (found === undefined) {
      joined.push(told[at] ?? '')
      at += 1
    } else {
      joined.push(knownByLetters.get(told.slice(at, at + found).join(' ')) ?? '')
      at += found
    }
  }
  return joined
}
