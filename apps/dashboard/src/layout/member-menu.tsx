import { useState } from 'react'
import { remember, remembered } from '../boot/remembered.ts'
import { showTheme, themes } from '../boot/theme.ts'
import { Button } from '../parts/button.tsx'
import { useSession } from '../session/session.ts'
import { type Locale, useLanguage } from '../texts/texts.ts'

/** Shows the signed-in member, the choice of language and colour mode, and the sign-out button. */
export function Account() {
  const { email, role, signOut } = useSession()
  const { texts, locale, choose } = useLanguage()
  const [theme, setTheme] = useState(remembered('theme') ?? 'auto')
  return (
    <div className="member">
      <p className="small">
        <span className="member-email">{email}</span>
        <span className="muted">{texts.roles[role].name}</span>
      </p>
      <div className="member-choices">
        <label>
          <span className="visually-hidden">{texts.nav.language}</span>
          <select className="input" value={locale} onChange={(event) => choose(event.target.value as Locale)}>
            <option value="en">English</option>
            <option value="zh-hk" lang="zh-HK">
              繁體中文
            </option>
          </select>
        </label>
        <label>
          <span className="visually-hidden">{texts.nav.colours}</span>
          <select
            className="input"
            value={theme}
            onChange={({ target }) => {
              setTheme(target.value)
              remember('theme', target.value)
              showTheme(target.value)
            }}
          >
            {themes.map((each) => (
              <option key={each} value={each}>
                {texts.nav.themes[each]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Button onPress={() => void signOut()}>{texts.nav.signOut}</Button>
    </div>
  )
}
