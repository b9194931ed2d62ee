/** Loaded into the server under test at startup. Reports the server's memory use after garbage collection. */
export type MemoryUse = { heap: number; external: number; resident: number }

process.on('message', () => {
  // Collects twice, because objects released by finalizers are freed only by the next collection.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const use: MemoryUse = { heap: heapUsed, external, resident: rss }
  process.send?.(use)
})
// Stops the server if the benchmark process has exited.
process.once('disconnect', () => process.exit(1))
