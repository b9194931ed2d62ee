import { createRequire } from 'node:module'

/**
 * Imports snarkjs, or what imports it, in a worker thread. Deep below it lies `web-worker`, which takes every thread for
 * one that it has started itself: it reads the thread's data, listens to its port and rebuilds its global object. Only
 * what it thinks is the main thread does it leave alone; the workers that it would offer there are never started here.
 */
export async function importInThread<Module>(load: () => Promise<Module>): Promise<Module> {
  const threads = createRequire(import.meta.url)('node:worker_threads') as { isMainThread: boolean }
  const { isMainThread } = threads
  threads.isMainThread = true
  try {
    return await load()
  } finally {
    threads.isMainThread = isMainThread
  }
}
