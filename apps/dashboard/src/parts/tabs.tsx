import { type ReactNode, useEffect, useRef } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'

/** Shows the sections of a page as tabs. Each section has its own address. */
export function Tabs({
  name,
  tabs,
}: {
  name: string
  tabs: readonly { path: string; name: string; content: ReactNode }[]
}) {
  const [location] = useLocation()
  const [first] = tabs
  const list = useRef<HTMLElement>(null)
  // Phones have no room for all tabs, so scroll the open tab into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another tab opens
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-current]')
    const tabs = list.current
    if (open && tabs) tabs.scrollTo({ left: open.offsetLeft - tabs.offsetLeft - tabs.clientWidth / 3 })
  }, [location])
  return (
    <>
      <nav ref={list} className="tabs" aria-label={name}>
        {tabs.map((tab) => (
          <Link
            key={tab.path}
            href={tab.path}
            className="tab"
            aria-current={location === tab.path ? 'page' : undefined}
          >
            {tab.name}
          </Link>
        ))}
      </nav>
      <Switch>
        {tabs.map((tab) => (
          <Route key={tab.path} path={tab.path}>
            {tab.content}
          </Route>
        ))}
        {first && (
          <Route>
            <Redirect to={first.path} replace />
          </Route>
        )}
      </Switch>
    </>
  )
}
