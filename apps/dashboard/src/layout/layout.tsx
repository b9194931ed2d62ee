import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { Icon } from '../parts/icon.tsx'
import { useSession } from '../session/session.ts'
import { useTexts } from '../texts/texts.ts'
import { Account } from './member-menu.tsx'
import type { Place } from './places.ts'

/** Shows the navigation in a sidebar or, on phones, in a menu that a button opens. */
export function Layout({ places, children }: { places: readonly Place[]; children: ReactNode }) {
  const texts = useTexts()
  const [location] = useLocation()
  const [open, setOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever another page opens
  useEffect(() => setOpen(false), [location])
  return (
    <div className="layout">
      {/* A button, because a link would replace the URL fragment, which can contain a query. */}
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {texts.nav.skip}
      </button>
      <header className={`side${open ? ' side-open' : ''}`}>
        <div className="side-top">
          <p className="brand">{texts.common.product}</p>
          <button
            type="button"
            className="button button-quiet menu-button"
            aria-expanded={open}
            aria-controls="menu"
            aria-label={texts.nav.menu}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'close' : 'menu'} />
          </button>
        </div>
        <div id="menu" className="side-content">
          <MerchantChoice />
          <nav aria-label={texts.nav.name}>
            <ul>
              {places.map(({ name, icon }) => {
                const isHere = location === `/${name}` || location.startsWith(`/${name}/`)
                return (
                  <li key={name}>
                    <Link href={`/${name}`} className="nav-link" aria-current={isHere ? 'page' : undefined}>
                      <Icon name={icon} />
                      {texts.nav.places[name]}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </nav>
          <Account />
        </div>
      </header>
      <main id="main" ref={main} className="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function MerchantChoice() {
  const texts = useTexts()
  const { memberships, merchant, choose } = useSession()
  if (memberships.length < 2) return <p className="merchant-name">{merchant.name}</p>
  return (
    <label className="merchant-choice">
      <span className="label">{texts.nav.merchant}</span>
      <select className="input" value={merchant.mchNo} onChange={(event) => choose(event.target.value)}>
        {memberships.map(({ merchant: each }) => (
          <option key={each?.mchNo} value={each?.mchNo}>
            {each?.name}
          </option>
        ))}
      </select>
    </label>
  )
}
