import { romaniseArabic } from './romanise-arabic.ts'
import { romaniseHanOlder } from './romanise-han.ts'
import type { NameToken } from './tokenise.ts'

/** A token of another script as it may be read, too: the eastern languages in Arabic letters, the older romanisation. */
export function otherReading(token: NameToken): NameToken | undefined {
  if (token.native === '') return undefined
  const latin =
    token.script === 'arabic'
      ? romaniseArabic(token.native, 'eastern')
      : token.script === 'han' && token.native.length <= 4
        ? romaniseHanOlder(token.native)
        : token.latin
  return latin === token.latin || latin === '' ? undefined : { ...token, latin }
}
