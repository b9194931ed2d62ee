export type Sizes = {
  /**
   * Number of users, and number of days covered by their journeys, in the data set for throughput, cold
   * starts and memory.
   */
  users: number
  days: number
  /** Number of users in the large data set for each store. Filling the embedded store takes longer. */
  manyUsers: number
  manyUsersEmbedded: number
  connections: number
  rounds: number
  warmupSeconds: number
  seconds: number
  /** Number of sequential calls for each p50 on the large data set. */
  repeats: number
  starts: number
  warmupRequests: number
  memoryRequests: number
}

export const fullSizes: Sizes = {
  users: 10_000,
  days: 30,
  manyUsers: 1_000_000,
  manyUsersEmbedded: 200_000,
  connections: 16,
  rounds: 3,
  warmupSeconds: 0.5,
  seconds: 2,
  repeats: 200,
  starts: 5,
  warmupRequests: 10_000,
  memoryRequests: 100_000,
}

export const quickSizes: Sizes = {
  ...fullSizes,
  users: 1000,
  manyUsers: 20_000,
  manyUsersEmbedded: 5000,
  rounds: 1,
  seconds: 1,
  repeats: 50,
  starts: 1,
  warmupRequests: 1000,
  memoryRequests: 5000,
}
