/**
 * Exports internal queries of the KYC package from its build, so that they can be measured with and without
 * the server.
 */
type ResultStore = typeof import('../../packages/kyc/src/results/result-store.ts')
type UsersListStore = typeof import('../../packages/kyc/src/results/users-list-store.ts')
type StatisticsStore = typeof import('../../packages/kyc/src/results/statistics-store.ts')
type Account = typeof import('../../packages/kyc/src/journeys/account.ts')

// Path from bench/dist/bench/api to packages/kyc/dist.
const load = <Module>(file: string) =>
  import(new URL(`../../../../packages/kyc/dist/${file}`, import.meta.url).href) as Promise<Module>

export const { selectResult } = await load<ResultStore>('results/result-store.js')
export const { selectUsersPage } = await load<UsersListStore>('results/users-list-store.js')
export const { selectStatistics } = await load<StatisticsStore>('results/statistics-store.js')
export const { accountFingerprint } = await load<Account>('journeys/account.js')
