import type { IconName } from '../parts/icon.tsx'

export type PlaceName =
  | 'overview'
  | 'people'
  | 'programs'
  | 'integration'
  | 'risk'
  | 'explorer'
  | 'watches'
  | 'transfers'
  | 'customers'
  | 'rules'
  | 'cases'
  | 'history'
  | 'reviews'
  | 'service'
  | 'settings'

export type Place = {
  readonly name: PlaceName
  readonly icon: IconName
  /**
   * Any of these permissions gives access to the page. If the list is empty, every member has access. The
   * server also checks each call.
   */
  readonly permissions: readonly string[]
  /** Whether the page is shown only if the service offers address risk. */
  readonly ofLedger?: boolean
}

export const places: readonly Place[] = [
  { name: 'overview', icon: 'chart', permissions: ['overview.read'] },
  { name: 'people', icon: 'people', permissions: ['people.read'] },
  { name: 'programs', icon: 'shield', permissions: ['programs.read'] },
  { name: 'integration', icon: 'plug', permissions: ['keys.change', 'webhooks.change', 'console.call'] },
  { name: 'risk', icon: 'search', permissions: ['risk.read'], ofLedger: true },
  { name: 'explorer', icon: 'graph', permissions: ['risk.read'], ofLedger: true },
  { name: 'watches', icon: 'bell', permissions: ['risk.read'], ofLedger: true },
  { name: 'transfers', icon: 'swap', permissions: ['people.read'], ofLedger: true },
  { name: 'customers', icon: 'wallet', permissions: ['people.read'], ofLedger: true },
  { name: 'rules', icon: 'scale', permissions: ['people.read'], ofLedger: true },
  { name: 'cases', icon: 'folder', permissions: ['cases.work'] },
  { name: 'history', icon: 'clock', permissions: ['risk.read'], ofLedger: true },
  { name: 'reviews', icon: 'list', permissions: ['reviews.decide'] },
  { name: 'service', icon: 'server', permissions: ['merchants.read'] },
  { name: 'settings', icon: 'gear', permissions: [] },
]
