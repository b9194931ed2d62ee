import '../../../packages/design/styles/fonts.css'
import '../../../packages/design/styles/tokens.css'
import '../../../packages/design/styles/base.css'
import './styles/layout.css'
import './styles/controls.css'
import './styles/parts.css'
import './styles/risk.css'
import './styles/print.css'
import { createRoot } from 'react-dom/client'
import { createApi } from './api/create-api.ts'
import { pickLocale } from './boot/pick-locale.ts'
import { remembered } from './boot/remembered.ts'
import { showTheme } from './boot/theme.ts'
import { Root } from './root.tsx'
import { loadTexts } from './texts/load-texts.ts'

showTheme(remembered('theme'))
const locale = pickLocale(remembered('locale'), navigator.languages)
const texts = await loadTexts(locale)
const place = document.getElementById('root')
if (place === null) throw new Error('the page has no place for the dashboard')
createRoot(place).render(<Root api={createApi()} first={{ locale, texts }} />)
