/** Loaded into the server under test before it starts: tells its memory after everything unused is collected. */
export type MemoryUse = { heap: number; external: number; resident: number }

process.on('message', () => {
  // Twice: what finalizers let go of is only collected by the next one.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const use: MemoryUse = { heap: heapUsed, external, resident: rss }
  process.send?.(use)
})
// Also ends a server whose benchmark is gone.
process.once('disconnect', () => process.exit(1))
