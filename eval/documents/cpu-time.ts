/** Milliseconds of processor time, all threads together: it holds when others use the machine. */
export async function cpuTime<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage()
  const made = await work()
  const { user, system } = process.cpuUsage(before)
  return [made, (user + system) / 1000]
}
