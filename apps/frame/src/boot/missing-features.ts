/** Returns the names of features that a verification needs but this browser lacks. */
export function missingFeatures(scope: {
  isSecureContext?: boolean
  navigator: { mediaDevices?: { getUserMedia?: unknown } }
  WebAssembly?: unknown
  crypto?: { subtle?: unknown }
  indexedDB?: unknown
  Worker?: unknown
  BigInt?: unknown
}): string[] {
  const has: Record<string, boolean> = {
    camera: typeof scope.navigator.mediaDevices?.getUserMedia === 'function',
    webassembly: scope.WebAssembly !== undefined,
    cryptography: scope.crypto?.subtle !== undefined,
    storage: scope.indexedDB !== undefined && scope.indexedDB !== null,
    workers: scope.Worker !== undefined,
  }
  return Object.keys(has).filter((name) => !has[name])
}
