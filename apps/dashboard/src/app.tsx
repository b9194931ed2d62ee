import { useQuery } from '@tanstack/react-query'
import { Component, type ComponentType, type ReactNode, useRef } from 'react'
import { Redirect, Route, Router, Switch } from 'wouter'
import { ApiError } from './api/api-error.ts'
import { Layout } from './layout/layout.tsx'
import { type PlaceName, places } from './layout/places.ts'
import { Button } from './parts/button.tsx'
import { Empty, Shown } from './parts/states.tsx'
import { useSession } from './session/session.ts'
import { useTexts } from './texts/texts.ts'

/** A fault of one page must not take the others along. */
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

/** Each page is loaded when it is opened: the first view stays small. */
const pages = {
  overview: () => import('./pages/overview/overview-page.tsx'),
  people: () => import('./pages/people/people-page.tsx'),
  programs: () => import('./pages/programs/programs-page.tsx'),
  integration: () => import('./pages/integration/integration-page.tsx'),
  risk: () => import('./pages/risk/risk-page.tsx'),
  watches: () => import('./pages/watches/watches-page.tsx'),
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

/** The first try, the one that follows by itself, and one that somebody asked for. */
const patience = 2

async function isThere(): Promise<boolean> {
  const answer = await fetch(location.pathname, { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok ?? false
}

/** Its script is read like anything else: one that could not be is tried again in its place. */
function PageOf({ name }: { name: PlaceName }) {
  const failures = useRef(0)
  const page = useQuery<{ default: ComponentType }>({
    queryKey: ['page', name],
    queryFn: async () =>
      await pages[name]().catch(async () => {
        failures.current += 1
        // The service is there and the script is not: the service was upgraded, and this page is of before.
        if (failures.current > patience && (await isThere())) location.reload()
        throw new ApiError(0, { code: 'offline', message: '', remedy: '' })
      }),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, structuralSharing: false },
    meta: { once: true },
  })
  return (
    <Shown of={page} rows={8}>
      {({ default: Page }) => <Page />}
    </Shown>
  )
}
