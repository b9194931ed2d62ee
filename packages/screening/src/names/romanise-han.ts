import { pinyin } from 'pinyin-pro'
import { wadeGiles } from './wade-giles.ts'

/** Two-character family names. All other family names have one character. */
const twoCharacterNames = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 宇文 长孙 長孫 司空 夏侯 端木 西门 西門 南宫 南宮 独孤 獨孤 第五 呼延 轩辕 軒轅 申屠 拓跋'.split(
    ' ',
  ),
)

/** Maximum number of characters in a person's name. A longer run of characters spells out a foreign word. */
const longestName = 4

/**
 * Romanises a name in Chinese characters. Returns the family name and then the whole given name, as in
 * passports, each as `[text, pinyin]`.
 */
export function romaniseHan(text: string, isForeign = false): [string, string][] {
  const characters = [...text]
  if (isForeign || characters.length === 1 || characters.length > longestName)
    return [[text, sound(text, characters.length === 1)]]
  const cut = twoCharacterNames.has(characters.slice(0, 2).join('')) && characters.length > 2 ? 2 : 1
  const sounds = pinyin(text, { toneType: 'none', surname: 'head', type: 'array', v: true })
  const part = (from: number, to?: number): [string, string] => [
    characters.slice(from, to).join(''),
    letters(sounds.slice(from, to)),
  ]
  return [part(0, cut), part(cut)]
}

/** Romanises a text. If the text is a family name, uses its pronunciation as a family name. */
function sound(text: string, isFamilyName: boolean): string {
  const surname = isFamilyName ? 'all' : 'off'
  return letters(pinyin(text, { toneType: 'none', surname, type: 'array', v: true }))
}

/**
 * The library returns a character with unknown pronunciation unchanged, so everything except the letters a to
 * z is removed.
 */
const letters = (sounds: readonly string[]) =>
  sounds
    .join('')
    .replaceAll('v', 'u')
    .replace(/[^a-z]/g, '')

/** Romanises Chinese characters in the older romanisation (Wade-Giles). */
export function romaniseHanOlder(text: string): string {
  const sounds = pinyin(text, { toneType: 'none', surname: 'off', type: 'array', v: true })
  return letters(sounds.map((each) => wadeGiles(each.replaceAll('v', 'u'))))
}
