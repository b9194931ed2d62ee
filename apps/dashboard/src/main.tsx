import '../../../packages/design/styles/fonts.css'
import '../../../packages/design/styles/tokens.css'
import '../../../packages/design/styles/base.css'
import './styles/layout.css'
import './styles/controls.css'
import './styles/parts.css'
import './styles/risk.css'
import './styles/cases.css'
import './styles/explorer.css'
import './styles/print.css'
import { createRoot } from 'react-dom/client'
import { createApi } from './api/create-api.ts'
import { remembered } from './boot/remembered.ts'
import { showTheme } from './boot/theme.ts'
import { Root } from './root.tsx'
import { loadTexts } from './texts/load-texts.ts'
import type { Locale } from './texts/texts.ts'

showTheme(remembered('theme'))
const locale = pickLocale(remembered('locale'), navigator.languages)
const texts = await loadTexts(locale)
const place = document.getElementById('root')
if (place === null) throw new Error('the page has no root element')
createRoot(place).render(<Root api={createApi()} first={{ locale, texts }} />)

/**
 * Returns the stored choice or, if there is none, the browser's language. All variants of Chinese map to
 * Traditional Chinese, and all other languages to English.
 */
function pickLocale(chosen: string | undefined, languages: readonly string[]): Locale {
  if (chosen === 'en' || chosen === 'zh-hk') return chosen
  const first = languages.find((language) => /^(en|zh|yue)\b/i.test(language))
  return first !== undefined && !/^en/i.test(first) ? 'zh-hk' : 'en'
}
