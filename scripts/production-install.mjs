import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './prepare.mjs'
import { prunePackages } from './prune-packages.mjs'

const needed = ['package.json', 'package-lock.json', '.npmrc', 'LICENSE', 'packages', 'apps', 'examples']

/**
 * Creates a production install of the built project in another folder, without sources, tools and development
 * packages. `arch` selects the binaries of another architecture.
 */
export function createProductionInstall(folder, { arch = process.arch } = {}) {
  mkdirSync(folder, { recursive: true })
  const files = sourceFiles()
  for (const file of files.filter((name) => !/\/(src|tools)\//.test(name)))
    cpSync(join(root, file), join(folder, file))
  for (const workspace of new Set(files.join('\n').match(/^(packages|apps)\/[^/]+/gm))) {
    const dist = join(root, workspace, 'dist')
    if (existsSync(dist)) cpSync(dist, join(folder, workspace, 'dist'), { recursive: true })
  }
  installForProduction(folder, { arch })
}

/** Installs only the packages that the built project needs at run time. */
export function installForProduction(folder, { arch = process.arch } = {}) {
  const platform = process.platform === 'linux' ? ['--os=linux', `--cpu=${arch}`, '--libc=glibc'] : []
  const args = ['ci', '--omit=dev', ...platform, '--prefer-offline', '--no-audit', '--no-fund']
  execFileSync('npm', [...args, '--loglevel=error'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  prunePackages(join(folder, 'node_modules'), { production: true })
}

/**
 * Returns the files of the project without build output. In a clone, these are the tracked files. The build
 * of an image has no clone, but receives only such files.
 */
function sourceFiles() {
  if (existsSync(join(root, '.git'))) {
    const tracked = execFileSync('git', ['ls-files', ...needed], { cwd: root, encoding: 'utf8' })
    return tracked.trim().split('\n')
  }
  return needed
    .flatMap((name) => filesIn(join(root, name), name))
    .filter((file) => existsSync(join(root, file)))
}

function filesIn(path, name) {
  if (!existsSync(path)) return []
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    return [name]
  }
  return entries.flatMap((entry) => {
    const inner = join(path, entry.name)
    if (!entry.isDirectory()) return entry.name.endsWith('.tsbuildinfo') ? [] : [relative(root, inner)]
    return ['node_modules', 'dist', '.cache'].includes(entry.name) ? [] : filesIn(inner, '')
  })
}
