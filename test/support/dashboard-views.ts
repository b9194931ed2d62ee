import type { DemoFile } from '@touchstone/demo'

export type DashboardView = { name: string; path: string; shown: string; by: 'owner' | 'operator' }

/** What a view is about where its address says it. */
export type ShownIn = {
  demo: Pick<DemoFile, 'addresses' | 'programNo'>
  /** A person of the demo's merchant. */
  svcId: string
  reviews: readonly number[]
}

/** Every view of the dashboard with the demo's merchant, and a text that it shows when it is there. */
export function dashboardViews({ demo, svcId, reviews }: ShownIn): DashboardView[] {
  const { addresses, programNo } = demo
  const thief = addresses.find(({ what }) => /thief/i.test(what))
  if (!thief) throw new Error('the demo has no thief')
  const question = new URLSearchParams({ coin: thief.coin, address: thief.address })
  type View = readonly [path: string, shown: string, name?: string]
  const views: readonly View[] = [
    ['overview', 'Started and verified'],
    ['people', 'Last activity'],
    [`people/${svcId}`, 'What happened', 'people-person'],
    ['programs', 'Program number'],
    ['programs/new', 'What people will meet'],
    [`programs/new/${programNo}`, 'What people will meet', 'programs-new-like'],
    [`programs/change/${programNo}`, 'What people will meet', 'programs-change'],
    [`programs/history/${programNo}`, 'Who changed what', 'programs-history'],
    ['integration/configuration', 'Application id (merchant number)'],
    ['integration/widget', 'A plain page'],
    ['integration/console', 'Operation'],
    ['integration/webhooks', 'Nothing was sent yet'],
    ['risk', 'Ask about an address or a transaction', 'risk-nothing-asked'],
    [`risk#${question}`, 'Halcyon Bridge exploiter (theft)', 'risk'],
    ['watches/list', 'Nothing is watched'],
    ['watches/alerts', 'No alerts'],
    ['settings/merchant', 'Merchant number'],
    ['settings/members', 'owner@demo.example'],
    ['settings/policy', 'What changes'],
    ['settings/passkeys', 'No passkey yet'],
    ['settings/sessions', 'This one'],
    ['settings/audit', 'session.begun'],
  ]
  const ofOperator: readonly View[] = [
    ['reviews/open', 'The longest waiting first'],
    ['reviews/decided', 'Nothing here'],
    ...reviews.map((id, place): View => [`reviews/show/${id}`, 'Note', `reviews-show-${place + 1}`]),
    ['reviews/screening', 'Nationality'],
    ['reviews/lists', 'Sanction lists'],
    ['service/merchants', 'Reviews of all merchants'],
    ['service/health', 'Background work'],
    ['service/forget', 'Id of the person'],
  ]
  const viewBy =
    (by: DashboardView['by']) =>
    ([path, shown, name = path.replaceAll('/', '-')]: View): DashboardView => ({
      ...{ name: `dashboard-${name}`, path, shown, by },
    })
  return [...views.map(viewBy('owner')), ...ofOperator.map(viewBy('operator'))]
}
