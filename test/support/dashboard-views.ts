import type { DemoFile } from '@touchstone/demo'

export type DashboardView = { name: string; path: string; shown: string; by: 'owner' | 'operator' }

/** Every view of the dashboard with the demo's merchant, and a text that it shows when it is there. */
export function dashboardViews(
  { addresses, programNo }: Pick<DemoFile, 'addresses' | 'programNo'>,
  reviews: readonly number[] = [],
): DashboardView[] {
  const thief = addresses.find(({ what }) => /thief/i.test(what))
  if (!thief) throw new Error('the demo has no thief')
  const question = new URLSearchParams({ coin: thief.coin, address: thief.address })
  const views: readonly [path: string, shown: string][] = [
    ['overview', 'Started and verified'],
    ['people', 'Last activity'],
    ['programs', 'Program number'],
    ['programs/new', 'What people will meet'],
    [`programs/change/${programNo}`, 'What people will meet'],
    [`programs/history/${programNo}`, 'Who changed what'],
    ['integration/configuration', 'Application id (merchant number)'],
    ['integration/widget', 'A plain page'],
    ['integration/console', 'Operation'],
    ['integration/webhooks', 'Nothing was sent yet'],
    [`risk#${question}`, 'Halcyon Bridge exploiter (theft)'],
    ['watches/list', 'Nothing is watched'],
    ['watches/alerts', 'No alerts'],
    ['settings/merchant', 'Merchant number'],
    ['settings/members', 'owner@demo.example'],
    ['settings/policy', 'What changes'],
    ['settings/sessions', 'This one'],
    ['settings/audit', 'session.begun'],
  ]
  const ofOperator: readonly (readonly [path: string, shown: string])[] = [
    ['reviews/open', 'The longest waiting first'],
    ...reviews.map((id) => [`reviews/show/${id}`, 'Note'] as const),
    ['reviews/screening', 'Nationality'],
    ['reviews/lists', 'Sanction lists'],
    ['service/merchants', 'Reviews of all merchants'],
    ['service/health', 'Background work'],
    ['service/forget', 'Id of the person'],
  ]
  const viewBy =
    (by: DashboardView['by']) =>
    ([path, shown]: readonly [path: string, shown: string]): DashboardView => ({
      ...{ name: `dashboard-${path.replace(/#.*|\/[0-9]{12}$/, '').replaceAll('/', '-')}`, path, shown, by },
    })
  return [...views.map(viewBy('owner')), ...ofOperator.map(viewBy('operator'))]
}
