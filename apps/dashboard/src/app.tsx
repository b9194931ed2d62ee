import { useQuery } from '@tanstack/react-query'
import { Component, type ComponentType, type ReactNode, useRef } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { unreachable } from './api/create-api.ts'
import { Layout } from './layout/layout.tsx'
import { type PlaceName, places } from './layout/places.ts'
import { Button } from './parts/button.tsx'
import { Empty, WhenLoaded } from './parts/states.tsx'
import { useSession } from './session/session.ts'
import { useTexts } from './texts/texts.ts'

/** Limits a rendering error to the page in which it occurs. */
class CatchFaults extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Fault /> : this.props.children
  }
}

function Fault() {
  const texts = useTexts()
  return (
    <Empty title={texts.states.fault} text={texts.states.faultWhy}>
      <Button onPress={() => location.reload()}>{texts.common.again}</Button>
    </Empty>
  )
}

/** Each page is loaded when it is opened, to keep the first view small. */
const pages = {
  overview: () => import('./pages/overview/overview-page.tsx'),
  people: () => import('./pages/people/people-page.tsx'),
  programs: () => import('./pages/programs/programs-page.tsx'),
  integration: () => import('./pages/integration/integration-page.tsx'),
  risk: () => import('./pages/risk/risk-page.tsx'),
  explorer: () => import('./pages/explorer/explorer-page.tsx'),
  watches: () => import('./pages/watches/watches-page.tsx'),
  transfers: () => import('./pages/transfers/transfers-page.tsx'),
  customers: () => import('./pages/customers/customers-page.tsx'),
  rules: () => import('./pages/rules/rules-page.tsx'),
  cases: () => import('./pages/cases/cases-page.tsx'),
  history: () => import('./pages/history/history-page.tsx'),
  reviews: () => import('./pages/reviews/reviews-page.tsx'),
  service: () => import('./pages/service/service-page.tsx'),
  settings: () => import('./pages/settings/settings-page.tsx'),
} as const satisfies Record<PlaceName, () => Promise<{ default: ComponentType }>>

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
          <Switch>
            {open.map(({ name }) => (
              <Route key={name} path={`/${name}`} nest>
                <PageOf name={name} />
              </Route>
            ))}
            <Route path="/">{first && <Redirect to={`/${first.name}`} replace />}</Route>
            <Route>
              <Empty title={texts.states.unknown} text={texts.states.unknownWhy} />
            </Route>
          </Switch>
        </CatchFaults>
      </Layout>
    </Router>
  )
}

/** The first attempt and the automatic retry. Any further failure comes from a retry by the user. */
const maxFailures = 2

async function isServiceUp(): Promise<boolean> {
  const answer = await fetch(location.pathname, { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok ?? false
}

/**
 * Loads the script of a page and renders the page. If the script cannot be loaded, shows a retry button
 * instead.
 */
function PageOf({ name }: { name: PlaceName }) {
  const failures = useRef(0)
  const page = useQuery<{ default: ComponentType }>({
    queryKey: ['page', name],
    queryFn: async () =>
      await pages[name]().catch(async () => {
        failures.current += 1
        // If the service responds but the script is missing, the service was upgraded and this page is outdated.
        if (failures.current > maxFailures && (await isServiceUp())) location.reload()
        throw unreachable()
      }),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, structuralSharing: false },
    meta: { once: true },
  })
  return (
    <WhenLoaded of={page} rows={8}>
      {({ default: Page }) => <Page />}
    </WhenLoaded>
  )
}
