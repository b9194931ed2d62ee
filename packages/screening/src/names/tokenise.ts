import anyAscii from 'any-ascii'
import { canonicalToken } from './canonical-token.ts'
import { romaniseArabic } from './romanise-arabic.ts'
import { romaniseHan } from './romanise-han.ts'
import { romaniseHangul } from './romanise-hangul.ts'
import { romaniseHebrew } from './romanise-hebrew.ts'

export const scripts = ['latin', 'cyrillic', 'arabic', 'hebrew', 'han', 'hangul', 'kana', 'other'] as const
export type Script = (typeof scripts)[number]

/** A part of a name. */
export type NameToken = {
  /** The part in Latin script. Contains only lowercase letters from a to z. */
  readonly latin: string
  /** The part in its original script. Empty if the original script is Latin. */
  readonly native: string
  readonly script: Script
}

/**
 * How to read characters that can either form part of a native name or spell out a foreign word phonetically.
 */
type Reading = 'own' | 'foreign'

/** Maximum number of tokens per name. The longest listed name has fewer tokens. */
const mostTokens = 16
const longestToken = 40

/** Splits a name in any script into its parts, in order. Omits articles, because they are optional. */
export function tokenise(name: string, reading: Reading = 'own'): NameToken[] {
  if (isAscii.test(name) && name.length <= 512) return tokeniseAscii(name)
  const clean = name
    .slice(0, 512)
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]/g, '')
    .toLowerCase()
    .replace(/['’‘ʻ`ʿʾʼ´′‛ʹ"]/g, '')
  const tokens: NameToken[] = []
  const pieces = clean.match(/[\p{L}\p{M}]+|-/gu) ?? []
  for (let at = 0; at < pieces.length && tokens.length < mostTokens; at += 1) {
    const piece = pieces[at] ?? ''
    if (piece === '-') continue
    const isBound = pieces[at + 1] === '-'
    if (isArticle(piece, isBound)) continue
    for (const run of piece.match(runs) ?? []) tokens.push(...tokensOf(run, reading))
  }
  if (tokens.length > 0) return tokens.slice(0, mostTokens)
  // A name that consists only of articles is still a name.
  return (clean.match(/[\p{L}\p{M}]+/gu) ?? []).flatMap((run) => tokensOf(run, reading)).slice(0, mostTokens)
}

const isAscii = /^[ -~]*$/

/** A fast path for names without marks, because most names have no marks. */
function tokeniseAscii(name: string): NameToken[] {
  const pieces =
    name
      .toLowerCase()
      .replace(/['`"]/g, '')
      .match(/[a-z]+|-/g) ?? []
  const words = pieces.filter((piece) => piece !== '-')
  const kept: string[] = []
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] ?? ''
    if (piece !== '-' && !isArticle(piece, pieces[at + 1] === '-')) kept.push(piece)
  }
  return (kept.length > 0 ? kept : words)
    .slice(0, mostTokens)
    .map((piece) => token(canonicalToken(piece), '', 'latin'))
}

/** Separates runs of different scripts within a word, because lists write such runs without a space. */
const runs =
  /\p{Script=Han}+|\p{Script=Hangul}+|[\p{Script=Katakana}\p{Script=Hiragana}ー]+|[^\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]+/gu

const articles = new Set(['al', 'el'])
const boundArticles = new Set('al el ul ur as es ash esh ad ed an en at et az ez ar er adh ath'.split(' '))

const isArticle = (piece: string, isBound: boolean) => (isBound ? boundArticles : articles).has(piece)

function tokensOf(run: string, reading: Reading): NameToken[] {
  const script = scriptOf(run)
  const isForeign = reading === 'foreign' && run.length > 2
  switch (script) {
    case 'han':
      return romaniseHan(run, isForeign).map(([native, latin]) => token(latin, native, script))
    case 'hangul': {
      const syllables = romaniseHangul(run)
      const isName = run.length <= 2 || (run.length <= 4 && koreanSurnames.has(run.charAt(0)))
      if (isForeign || !isName) return [token(syllables.join(''), run, script)]
      return syllables.map((latin, at) => token(latin, run.charAt(at), script))
    }
    case 'arabic':
      return [token(romaniseArabic(run), run, script)]
    case 'hebrew':
      return [token(romaniseHebrew(run), run, script)]
    case 'latin':
      return [token(canonicalToken(plain(run)), '', script)]
    case 'cyrillic':
      return [token(plain(run), run, script)]
    default:
      // In these scripts, marks affect the sound, for example by indicating a vowel or distinguishing b from
      // h, so they are not removed.
      return [token(asciiLetters(run), run, script)]
  }
}

function token(latin: string, native: string, script: Script): NameToken {
  return { latin: latin.slice(0, longestToken), native: native.slice(0, longestToken), script }
}

const marks = /\p{M}/gu
const isPlain = /^[a-z]+$/

function plain(text: string): string {
  if (isPlain.test(text)) return text
  const bare = text.normalize('NFD').replace(marks, '')
  return isPlain.test(bare) ? bare : asciiLetters(bare)
}

const asciiLetters = (text: string) =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z]/g, '')

function scriptOf(run: string): Script {
  if (isPlain.test(run) || /^[\p{Script=Latin}\p{M}]/u.test(run)) return 'latin'
  if (/^\p{Script=Han}/u.test(run)) return 'han'
  if (/^\p{Script=Hangul}/u.test(run)) return 'hangul'
  if (/^[\p{Script=Katakana}\p{Script=Hiragana}ー]/u.test(run)) return 'kana'
  if (/^\p{Script=Arabic}/u.test(run)) return 'arabic'
  if (/^\p{Script=Hebrew}/u.test(run)) return 'hebrew'
  return /^\p{Script=Cyrillic}/u.test(run) ? 'cyrillic' : 'other'
}

/** A Korean name starts with one of these syllables. Any other word is foreign. */
const koreanSurnames: ReadonlySet<string> = new Set(
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설길연위표명기반라왕금옥육인맹제모탁국어은편용리림로량렴',
)
