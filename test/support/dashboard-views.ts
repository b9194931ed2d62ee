import type { DemoFile } from '@touchstone/demo'

export type DashboardView = { name: string; path: string; shown: string; by: 'owner' | 'operator' }

/** The objects whose views have an id in the URL. */
export type ShownIn = {
  demo: Pick<DemoFile, 'addresses' | 'programNo'>
  /** The ID of one of the demo merchant's users. */
  svcId: string
  /** The demo's transfer that is longest on hold, and its customer. */
  held: { id: number; customerId: string }
  /** The id of a saved report. */
  saved: string
  reviews: readonly number[]
}

/**
 * Returns every view of the dashboard for the demo merchant, each with some text that the view shows after
 * loading.
 */
export function dashboardViews({ demo, svcId, held, saved, reviews }: ShownIn): DashboardView[] {
  const { addresses, programNo } = demo
  const thief = addresses.find(({ what }) => /thief/i.test(what))
  if (!thief) throw new Error('the demo has no thief')
  const question = new URLSearchParams({ coin: thief.coin, address: thief.address })
  type View = readonly [path: string, shown: string, name?: string]
  const views: readonly View[] = [
    ['overview', 'Started and verified'],
    ['people', 'Last activity'],
    [`people/${svcId}`, 'Timeline', 'people-person'],
    ['programs', 'Program number'],
    ['programs/new', 'What people will see'],
    [`programs/new/${programNo}`, 'What people will see', 'programs-new-like'],
    [`programs/change/${programNo}`, 'What people will see', 'programs-change'],
    [`programs/history/${programNo}`, 'Change log', 'programs-history'],
    ['integration/configuration', 'Application ID (merchant number)'],
    ['integration/widget', 'Plain page'],
    ['integration/console', 'Operation'],
    ['integration/webhooks', 'Type of event'],
    ['risk', 'Check an address or a transaction', 'risk-nothing-asked'],
    [`risk#${question}`, 'Halcyon Bridge exploiter (theft)', 'risk'],
    [`explorer#${question}`, 'Addresses and entities', 'explorer'],
    ['explorer#find=ha', 'Halcyon Bridge', 'explorer-found'],
    ['watches/list', 'No watched addresses'],
    ['watches/alerts', 'No alerts'],
    ['transfers/held', 'D-7011'],
    ['transfers/mine', 'No transfers'],
    ['transfers/all', 'D-7022'],
    [`transfers/show/${held.id}`, 'Reasons for the decision', 'transfers-show'],
    ['customers', 'C-1001'],
    [`customers/show/${held.customerId}`, 'The largest sums first', 'customers-show'],
    ['rules/current', 'malicious-counterparty'],
    ['rules/edit', 'New policy version'],
    ['rules/versions', 'No versions yet'],
    ['cases/waiting', 'those that are due first'],
    ['cases/list', 'Newest first'],
    ['cases/new', 'Due date'],
    ['cases/show/1', 'Time line', 'cases-show'],
    ['cases/rule', 'Whether a second member has to agree'],
    ['history/questions', 'Every question in the dashboard'],
    ['history/reports', 'Signed answers with the inputs'],
    [`history/reports/${saved}`, 'Risk report', 'history-report'],
    ['settings/merchant', 'Merchant number'],
    ['settings/members', 'owner@demo.example'],
    ['settings/policy', 'Preview of changes'],
    ['settings/sso', 'Sign-in address and redirect URI'],
    ['settings/passkeys', 'No passkey yet'],
    ['settings/sessions', 'This session'],
    ['settings/audit', 'session.begun'],
  ]
  const ofOperator: readonly View[] = [
    ['reviews/open', 'Longest waiting first'],
    ['reviews/decided', 'Nothing here'],
    ...reviews.map((id, place): View => [`reviews/show/${id}`, 'Note', `reviews-show-${place + 1}`]),
    ['reviews/screening', 'Nationality'],
    ['reviews/lists', 'Sanctions lists'],
    ['service/merchants', 'Reviews of all merchants'],
    ['service/health', 'Background jobs'],
    ['service/forget', 'Person ID'],
  ]
  const viewBy =
    (by: DashboardView['by']) =>
    ([path, shown, name = path.replaceAll('/', '-')]: View): DashboardView => ({
      ...{ name: `dashboard-${name}`, path, shown, by },
    })
  return [...views.map(viewBy('owner')), ...ofOperator.map(viewBy('operator'))]
}
