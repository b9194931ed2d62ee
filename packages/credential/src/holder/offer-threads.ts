/**
 * Hands these ports to ffjavascript where it would start workers: one behind each, see `serveThread`. It asks the
 * browser how many it may start.
 */
export function offerThreads(ports: readonly MessagePort[]): void {
  const left = [...ports]
  class Thread {
    constructor() {
      const port = left.shift()
      if (port === undefined) throw new Error('the prover asks for more threads than there are')
      port.start()
      // biome-ignore lint/correctness/noConstructorReturn: the port has what is used of a worker.
      return port as unknown as Thread
    }
  }
  Object.defineProperty(globalThis, 'Worker', { value: Thread, configurable: true })
  Object.defineProperty(globalThis.navigator, 'hardwareConcurrency', { value: ports.length })
}
