import { lazy, Suspense } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { Layout } from './layout/layout.tsx'
import { places } from './layout/places.ts'
import { CatchFaults } from './parts/catch-faults.tsx'
import { Empty } from './parts/states.tsx'
import { useSession } from './session/session.ts'
import { useTexts } from './texts/texts.ts'

/** Each page is loaded when it is opened: the first view stays small. */
const pages = {
  overview: lazy(() => import('./pages/overview/overview-page.tsx')),
  people: lazy(() => import('./pages/people/people-page.tsx')),
  programs: lazy(() => import('./pages/programs/programs-page.tsx')),
  integration: lazy(() => import('./pages/integration/integration-page.tsx')),
  risk: lazy(() => import('./pages/risk/risk-page.tsx')),
  watches: lazy(() => import('./pages/watches/watches-page.tsx')),
  reviews: lazy(() => import('./pages/reviews/reviews-page.tsx')),
  service: lazy(() => import('./pages/service/service-page.tsx')),
  settings: lazy(() => import('./pages/settings/settings-page.tsx')),
} as const

export function App() {
  const { allows, addressRisk } = useSession()
  const texts = useTexts()
  const open = places.filter(
    ({ permissions, ofLedger }) =>
      (addressRisk || !ofLedger) && (permissions.length === 0 || permissions.some(allows)),
  )
  const [first] = open
  return (
    <Router base="/dashboard">
      <Layout places={open}>
        <CatchFaults>
          <Suspense fallback={<div className="starting" role="status" />}>
            <Switch>
              {open.map(({ name }) => {
                const Page = pages[name]
                return (
                  <Route key={name} path={`/${name}`} nest>
                    <Page />
                  </Route>
                )
              })}
              <Route path="/">{first && <Redirect to={`/${first.name}`} replace />}</Route>
              <Route>
                <Empty title={texts.states.unknown} text={texts.states.unknownWhy} />
              </Route>
            </Switch>
          </Suspense>
        </CatchFaults>
      </Layout>
    </Router>
  )
}
