import { createRequire } from 'node:module'

/**
 * Imports snarkjs, or a module that imports snarkjs, in a worker thread. The dependency `web-worker` takes
 * over every thread except the main thread: it reads the thread's data, listens to the thread's port and
 * replaces the global object. This function therefore simulates the main thread during the import. The
 * workers that `web-worker` provides there are never started.
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
