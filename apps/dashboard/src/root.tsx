import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MemberSession, SignedOut } from '@touchstone/contract'
import { useEffect, useMemo, useState } from 'react'
import type { ApiError } from './api/api-error.ts'
import type { Api } from './api/create-api.ts'
import { App } from './app.tsx'
import { remember, remembered } from './boot/remembered.ts'
import { EnrolPage, enrolmentToken } from './pages/sign-in/enrol-page.tsx'
import { InvitationsPage } from './pages/sign-in/invitations-page.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { readSsoPlace, SsoPage } from './pages/sign-in/sso-page.tsx'
import { Failed, Loading } from './parts/states.tsx'
import { type Session, SessionContext } from './session/session.ts'
import type { Loaded } from './session/use-load.ts'
import { loadTexts } from './texts/load-texts.ts'
import { type Language, LanguageContext, type Locale, type Texts, useTexts } from './texts/texts.ts'

/** Permanent refusals are not retried. Network failures are retried once. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retry: (failures, error) => (error as ApiError).http === 0 && failures < 1,
      networkMode: 'always',
      // Set explicitly, because `networkMode: 'always'` turns it off by default.
      refetchOnReconnect: true,
    },
  },
})

export function Root({ api, first }: { api: Api; first: { locale: Locale; texts: Texts } }) {
  const [chosen, setChosen] = useState(first)
  const language: Language = {
    ...chosen,
    choose(locale) {
      remember('locale', locale)
      void loadTexts(locale).then((texts) => setChosen({ locale, texts }))
    },
  }
  useEffect(() => {
    document.documentElement.lang = chosen.texts.language
  }, [chosen])
  return (
    <LanguageContext value={language}>
      <QueryClientProvider client={queries}>
        <SignedIn api={api} />
      </QueryClientProvider>
    </LanguageContext>
  )
}

/**
 * Shows the sign-in page to signed-out visitors at every address. After signing in, they see the page that
 * they requested.
 */
function SignedIn({ api }: { api: Api }) {
  const client = useQueryClient()
  const [token, setToken] = useState(enrolmentToken)
  const [sso, setSso] = useState(readSsoPlace)
  const session = useQuery<MemberSession>({
    queryKey: ['session'],
    queryFn: ({ signal }) => api.get<MemberSession>('/session', signal),
    // Polls the session, so that an expired session is detected even if the member changes nothing.
    refetchInterval: 60_000,
  })
  const error = session.error as ApiError | null
  // An expired session leads to the sign-in page. The address stays, so the member returns to the same page.
  useEffect(
    () => api.onSessionOver(() => void client.invalidateQueries({ queryKey: ['session'] })),
    [api, client],
  )
  if (token !== undefined) {
    const enrolled = () => {
      setToken(undefined)
      void client.resetQueries()
    }
    return <EnrolPage api={api} token={token} enrolled={enrolled} />
  }
  if (sso !== undefined) {
    const signedIn = () => {
      setSso(undefined)
      void client.resetQueries()
    }
    return <SsoPage api={api} place={sso} signedIn={signedIn} />
  }
  if (session.data !== undefined && error?.http !== 401)
    return <Chosen api={api} session={session.data} signedOut={() => client.resetQueries()} />
  if (error === null) return <Starting />
  if (error.http === 401) return <SignInPage api={api} signedIn={() => client.resetQueries()} />
  return <LoadFailure of={session} />
}

function Starting() {
  return (
    <main className="alone">
      <Loading rows={4} />
    </main>
  )
}

/** Explains that data needed by every page could not be loaded. */
function LoadFailure({ of }: { of: Loaded<unknown> }) {
  return (
    <main className="alone">
      <h1 className="visually-hidden">{useTexts().common.product}</h1>
      <Failed error={of.error as ApiError} again={() => void of.refetch()} />
    </main>
  )
}

function Chosen({ api, session, signedOut }: { api: Api; session: MemberSession; signedOut: () => void }) {
  const isOperator = session.memberships.some(({ merchant }) => merchant === null)
  const all = useQuery<{ merchants: { mchNo: string; name: string }[] }>({
    queryKey: ['merchants'],
    queryFn: ({ signal }) => api.get('/operator/merchants', signal),
    enabled: isOperator,
  })
  const [chosen, setChosen] = useState(remembered('merchant'))
  api.useToken(session.csrfToken)
  const client = useQueryClient()
  const value = useMemo(() => {
    const operator = session.memberships.find(({ merchant }) => merchant === null)
    const own = session.memberships.flatMap(({ merchant, ...rest }) =>
      merchant ? [{ merchant, ...rest }] : [],
    )
    const others = operator ? (all.data?.merchants ?? []) : []
    const known = [
      ...own,
      ...others
        .filter(({ mchNo }) => !own.some(({ merchant }) => merchant.mchNo === mchNo))
        .map((merchant) => ({ ...operator, merchant })),
    ]
    const shown = known.find(({ merchant }) => merchant.mchNo === chosen) ?? known[0]
    const permissions = new Set([...(shown?.permissions ?? []), ...(operator?.permissions ?? [])])
    const made: Session = {
      api,
      email: session.email,
      addressRisk: session.addressRisk,
      sso: session.sso,
      memberships: known as Session['memberships'],
      merchant: shown?.merchant ?? { mchNo: '', name: '' },
      role: operator?.role ?? shown?.role ?? 'viewer',
      path: `/merchants/${shown?.merchant.mchNo ?? ''}`,
      allows: (permission) => permissions.has(permission),
      choose(mchNo) {
        remember('merchant', mchNo)
        setChosen(mchNo)
      },
      async signOut() {
        const { continueAt } = await api.post<SignedOut>('/sign-out')
        // The identity provider sends the browser back to the sign-in page.
        if (continueAt === null) signedOut()
        else location.assign(continueAt)
      },
      signedOut,
    }
    return made
  }, [api, session, all.data, chosen, signedOut])
  if (session.invitations.length > 0) {
    const answered = () => void client.resetQueries()
    return <InvitationsPage api={api} invitations={session.invitations} answered={answered} />
  }
  if (value.merchant.mchNo === '' && isOperator && all.data === undefined)
    return all.isError ? <LoadFailure of={all} /> : <Starting />
  return (
    <SessionContext value={value}>
      <App key={value.merchant.mchNo} />
    </SessionContext>
  )
}
