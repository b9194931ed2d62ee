/** Loaded into the server under test before it starts. Reports its memory use after garbage collection. */
export type MemoryUse = { heap: number; external: number; resident: number }

process.on('message', () => {
  // Runs twice, because objects released by finalizers are collected only in the next run.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const use: MemoryUse = { heap: heapUsed, external, resident: rss }
  process.send?.(use)
})
// Stops the server if the benchmark process has exited.
process.once('disconnect', () => process.exit(1))
