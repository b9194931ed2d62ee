/** Platforms that some package's binaries exist for, by the end of the binaries' names. */
const platforms = {
  'darwin-arm64': { os: ['darwin'], cpu: ['arm64'] },
  'darwin-x64': { os: ['darwin'], cpu: ['x64'] },
  'linux-arm64-gnu': { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
  'linux-arm64-musl': { os: ['linux'], cpu: ['arm64'], libc: ['musl'] },
  'linux-x64-gnu': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'linux-x64-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'win32-x64-msvc': { os: ['win32'], cpu: ['x64'] },
}

/**
 * Corrects what some packages declare, in a lock file that npm has written; `npm ci` goes by the lock file.
 *
 * - The development chain's engine depends on the binaries of all platforms, 27 MB each, and they don't say which
 *   platform they are for. They become optional packages of their platforms.
 * - Some libraries name the compiler as an optional peer. It would be part of a production install, for types alone.
 */
export function amendLock(lock) {
  const packages = { ...lock.packages }
  const chain = 'node_modules/@nomicfoundation/edr'
  if (packages[chain]) {
    const { dependencies, optionalDependencies, ...engine } = packages[chain]
    const binaries = { ...dependencies, ...optionalDependencies }
    packages[chain] = { ...engine, optionalDependencies: binaries }
    for (const name of Object.keys(binaries)) {
      const path = `node_modules/${name}`
      packages[path] = { ...packages[path], optional: true, ...platformOf(name) }
    }
  }
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.peerDependenciesMeta?.typescript?.optional) packages[path] = withoutPeer(entry, 'typescript')
  }
  return { ...lock, packages }
}

function platformOf(name) {
  const [, platform] = Object.entries(platforms).find(([end]) => name.endsWith(end)) ?? []
  if (!platform) throw new Error(`the platform of ${name} is not known`)
  return platform
}

function withoutPeer(entry, name) {
  const { [name]: _, ...peerDependencies } = entry.peerDependencies ?? {}
  const { [name]: __, ...peerDependenciesMeta } = entry.peerDependenciesMeta
  return { ...entry, peerDependencies, peerDependenciesMeta }
}
