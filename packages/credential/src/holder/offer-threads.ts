/**
 * Replaces the browser's worker class for ffjavascript with one that uses these ports instead of starting
 * workers. Each port is connected to a `serveThread`. Also sets the number of cores that ffjavascript reads.
 */
export function offerThreads(ports: readonly MessagePort[]): void {
  const left = [...ports]
  class Thread {
    constructor() {
      const port = left.shift()
      if (port === undefined) throw new Error('the prover requests more threads than are available')
      port.start()
      // biome-ignore lint/correctness/noConstructorReturn: the port implements the used part of a worker.
      return port as unknown as Thread
    }
  }
  Object.defineProperty(globalThis, 'Worker', { value: Thread, configurable: true })
  Object.defineProperty(globalThis.navigator, 'hardwareConcurrency', { value: ports.length })
}
