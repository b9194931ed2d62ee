import type { DemoFile } from '@touchstone/demo'

export type DashboardView = { name: string; path: string; shown: string }

/** Every view of the dashboard with the demo's merchant, and a text that it shows when it is there. */
export function dashboardViews({
  addresses,
  programNo,
}: Pick<DemoFile, 'addresses' | 'programNo'>): DashboardView[] {
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
    ['settings/members', 'owner@demo.example'],
    ['settings/sessions', 'This one'],
    ['settings/audit', 'session.begun'],
  ]
  return views.map(([path, shown]) => ({
    name: `dashboard-${path
      .replace(/#.*/, '')
      .replace(/\/[0-9]+$/, '')
      .replace('/', '-')}`,
    path,
    shown,
  }))
}
