import { createContext, use } from 'react'
import type { en } from './en/index.ts'

type Widen<Value> = Value extends string
  ? string
  : Value extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof Value]: Widen<Value[Key]> }

/** The dashboard's texts. Every language has the same keys. */
export type Texts = Widen<typeof en>
export type Locale = 'en' | 'zh-hk'

export type Language = { readonly locale: Locale; readonly texts: Texts; choose(locale: Locale): void }

export const LanguageContext = createContext<Language | undefined>(undefined)

export function useLanguage(): Language {
  const language = use(LanguageContext)
  if (language === undefined) throw new Error('useLanguage must be used inside a LanguageContext provider')
  return language
}

export const useTexts = (): Texts => useLanguage().texts
