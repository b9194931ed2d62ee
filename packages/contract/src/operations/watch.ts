import { merchantCredentials } from '../credentials.ts'
import { coverageStates, riskLevels } from '../risk-levels.ts'
import { oneOf, type Static, Type } from '../schema.ts'
import { coinAndAddress, coinField, count, kytOperation, timestamp } from './kyt-parts.ts'

/** Maximum number of watches per merchant. */
export const maxWatches = 10_000

/** Number of watches on a page. */
export const watchesOnPage = 50

/** Maximum length of a webhook URL. */
export const maxWebhookUrlLength = 2048

/** A watched address. */
export const Watch = Type.Object(
  {
    coin: Type.String({ ...coinField, description: 'Coin in the most recent add request' }),
    address: Type.String({ description: 'Address in canonical form' }),
    url: Type.String({
      description: "URL that receives the alerts. Empty if the merchant's default applies",
    }),
    score: Type.Integer({ minimum: 3, maximum: 100 }),
    risk_level: oneOf(riskLevels),
    coverage: oneOf(coverageStates, {
      description: "How much of the address's history the ledger contained when the address was last scored",
    }),
    since: Type.Integer({ ...timestamp, description: 'When the watch was added, Unix seconds' }),
    changed: Type.Integer({ ...timestamp, description: 'When the risk level last changed, Unix seconds' }),
    checked: Type.Integer({ ...timestamp, description: 'When the address was last scored, Unix seconds' }),
  },
  { title: 'Watch' },
)
export type Watch = Static<typeof Watch>

/** A page of watched addresses. */
export const WatchList = Type.Object(
  {
    watch_list: Type.Array(Watch, { maxItems: watchesOnPage }),
    page: Type.Integer({ minimum: 1 }),
    total: count,
    total_pages: count,
  },
  { title: 'WatchList' },
)
export type WatchList = Static<typeof WatchList>

/** Result of removing a watch. */
export const WatchRemoval = Type.Object(
  { removed: Type.Boolean({ description: 'false if the address was not watched' }) },
  { title: 'WatchRemoval' },
)
export type WatchRemoval = Static<typeof WatchRemoval>

/** Operations that watch the risk level of addresses. */
export const watchOperations = {
  addWatch: kytOperation({
    id: 'addWatch',
    path: '/kyt/v1/watch/add',
    scope: 'kyt:write',
    summary: 'Watch the risk level of an address. Adding the same address again changes the URL',
    request: Type.Object({
      ...coinAndAddress,
      url: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: maxWebhookUrlLength,
          description: "https URL. Defaults to the merchant's webhook URL",
          examples: ['https://example.com/hooks/touchstone'],
        }),
      ),
    }),
    data: Watch,
  }),
  listWatches: kytOperation({
    id: 'listWatches',
    path: '/kyt/v1/watch/list',
    scope: 'kyt:read',
    summary: `Watched addresses with their risk levels, newest first, ${watchesOnPage} per page`,
    request: Type.Object({
      ...merchantCredentials,
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1 })),
    }),
    data: WatchList,
  }),
  removeWatch: kytOperation({
    id: 'removeWatch',
    path: '/kyt/v1/watch/remove',
    scope: 'kyt:write',
    summary: 'Stop watching an address',
    request: Type.Object(coinAndAddress),
    data: WatchRemoval,
  }),
}
