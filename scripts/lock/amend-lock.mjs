/** The platforms of native binaries, keyed by the suffix of their package names. */
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
 * Corrects the declarations of some packages in a lock file written by npm; `npm ci` uses the lock file.
 *
 * - The engine of the development chain depends on the binaries of all platforms, 27 MB each, which do not declare
 *   their platform. They become optional packages for their platforms. - Some libraries declare the compiler as an optional peer, because they use its types. A production install would
 *   therefore include the compiler.
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
  if (!platform) throw new Error(`${name} has an unknown platform`)
  return platform
}

function withoutPeer(entry, name) {
  const { [name]: _, ...peerDependencies } = entry.peerDependencies ?? {}
  const { [name]: __, ...peerDependenciesMeta } = entry.peerDependenciesMeta
  return { ...entry, peerDependencies, peerDependenciesMeta }
}
