import { merchantCredentials } from '../credentials.ts'
import { oneOf, type Static, Type } from '../schema.ts'
import { riskLevels } from './kyt.ts'
import { coinAndAddress, coinField, count, kytOperation, timestamp } from './kyt-parts.ts'

/** Watches that a merchant can have at most. */
export const mostWatches = 10_000

export const watchesOnPage = 50

export const longestWebhookUrl = 2048

export const Watch = Type.Object(
  {
    coin: Type.String({ ...coinField, description: 'As the last add gave it' }),
    address: Type.String({ description: 'In its canonical form' }),
    url: Type.String({
      description: "Where its alerts go; empty: to the merchant's default, if there is one",
    }),
    score: Type.Integer({ minimum: 3, maximum: 100 }),
    risk_level: oneOf(riskLevels),
    since: Type.Integer({ ...timestamp, description: 'When it was added, Unix seconds' }),
    changed: Type.Integer({ ...timestamp, description: 'When the level last changed, Unix seconds' }),
    checked: Type.Integer({ ...timestamp, description: 'When it was last scored, Unix seconds' }),
  },
  { title: 'Watch' },
)
export type Watch = Static<typeof Watch>

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

export const WatchRemoval = Type.Object(
  { removed: Type.Boolean({ description: 'false: it was not watched' }) },
  { title: 'WatchRemoval' },
)
export type WatchRemoval = Static<typeof WatchRemoval>

export const watchOperations = {
  addWatch: kytOperation({
    id: 'addWatch',
    path: '/kyt/v1/watch/add',
    summary: 'Watch the risk level of an address; adding it again changes its url',
    request: Type.Object({
      ...coinAndAddress,
      url: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: longestWebhookUrl,
          description: "https; the merchant's default when it is left out",
          examples: ['https://example.com/hooks/touchstone'],
        }),
      ),
    }),
    data: Watch,
  }),
  listWatches: kytOperation({
    id: 'listWatches',
    path: '/kyt/v1/watch/list',
    summary: `Watched addresses with their level, newest first, ${watchesOnPage} a page`,
    request: Type.Object({
      ...merchantCredentials,
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1 })),
    }),
    data: WatchList,
  }),
  removeWatch: kytOperation({
    id: 'removeWatch',
    path: '/kyt/v1/watch/remove',
    summary: 'Watch an address no longer',
    request: Type.Object(coinAndAddress),
    data: WatchRemoval,
  }),
}
