export type LockEntry = {
  version?: string
  resolved?: string
  integrity?: string
  link?: true
  optional?: true
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export type Lock = { packages: Record<string, LockEntry> }

type Target = { os: string; cpu: string }

const targets: Target[] = ['linux', 'darwin'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })))

/** Ignored: the file watcher that Vite uses in development on macOS. No other package needs it. */
const forOnePlatform = ['fsevents']

/**
 * Returns the problems that prevent `npm ci` from installing the right packages on Linux and macOS, on x64
 * and arm64.
 */
export function lockProblems({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...originProblems(path, entry),
    ...missingProblems(packages, path, entry),
    ...platformProblems(path, entry),
    ...targets.flatMap((target) => targetProblems(packages, path, entry, target)),
  ])
}

function originProblems(path: string, { resolved, link }: LockEntry): string[] {
  return resolved !== undefined && !link ? [`${path} contains its download URL`] : []
}

/** `npm ci` rejects a lock file that does not contain these packages. */
function missingProblems(packages: Lock['packages'], path: string, entry: LockEntry): string[] {
  const named = Object.entries({ ...entry.dependencies, ...entry.optionalDependencies })
  return named.flatMap(([name, version]) => {
    const found = find(packages, path, name)
    if (found === undefined) return [`${path} needs ${name}, which is not in the lock file`]
    const isExact = /^\d+\.\d+\.\d+[^ ]*$/.test(version)
    if (isExact && !found.link && found.version !== version)
      return [`${path} needs ${name} ${version}, and the lock file has ${found.version}`]
    return []
  })
}

/** If a binary package does not declare its platform, npm installs it on every platform. */
function platformProblems(path: string, { os, cpu }: LockEntry): string[] {
  const isBinary = /(linux|darwin|win32)[-_](x64|arm64)/.test(path.slice(path.lastIndexOf('node_modules/')))
  return isBinary && (os === undefined || cpu === undefined) ? [`${path} does not declare its platform`] : []
}

function targetProblems(
  packages: Lock['packages'],
  path: string,
  entry: LockEntry,
  target: Target,
): string[] {
  const where = `${target.os} ${target.cpu}`
  if (!fits(entry, target)) return entry.optional ? [] : [`${path} cannot be installed on ${where}`]
  const binaries = Object.keys(entry.optionalDependencies ?? {})
    .filter((dependency) => !forOnePlatform.includes(dependency))
    .flatMap((dependency) => find(packages, path, dependency) ?? [])
    .filter(({ os, cpu }) => os !== undefined || cpu !== undefined)
  const fitting = binaries.filter((binary) => fits(binary, target) && binary.integrity !== undefined)
  return binaries.length > 0 && fitting.length === 0 ? [`${path} has no binary for ${where}`] : []
}

/** On Linux, assumes glibc, which is the usual case. */
function fits({ os, cpu, libc }: LockEntry, target: Target): boolean {
  return (
    (os === undefined || os.includes(target.os)) &&
    (cpu === undefined || cpu.includes(target.cpu)) &&
    (libc === undefined || (target.os === 'linux' && libc.includes('glibc')))
  )
}

/**
 * Resolves a package in the same way as Node: in the package's own folder, and then in each folder above it.
 */
function find(packages: Lock['packages'], path: string, name: string): LockEntry | undefined {
  const folders = path === '' ? [] : path.split('/')
  for (let depth = folders.length; depth >= 0; depth--) {
    const found = packages[[...folders.slice(0, depth), 'node_modules', name].join('/')]
    if (found !== undefined) return found
  }
  return undefined
}
