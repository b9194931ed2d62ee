import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installNode } from '../install-node.ts'
import type { Finished } from '../run.ts'
import { commandOf, environmentOf, isIgnored, parseDockerfile, type Stage } from './dockerfile.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))

/** The folder that becomes the root of a container's file system, and how its processes are started. */
export type ImageRoot = {
  folder: string
  environment: Record<string, string>
  command: string[]
  healthCommand: string[]
  user: string
}

/**
 * Runs the instructions of deploy/Dockerfile without a container engine: the build stage in a copy of the files
 * that a builder receives, and the last stage in a new root with only the files of the base image that programs
 * of the service load: Node.js, the C and C++ libraries, `env`, `install` and the user database.
 */
export function buildImageRoot(texts: { dockerfile: string; ignored: string }, folder: string): ImageRoot {
  const { stages } = parseDockerfile(texts.dockerfile)
  const [build, service] = stages
  if (!build || !service) throw new Error('expected two stages')
  const [, version = ''] = /^node:([\d.]+)-/.exec(service.from) ?? []
  const node = installNode(version)
  const buildRoot = join(folder, 'build')
  runBuildStage(build, { root: buildRoot, ignored: texts.ignored, node })
  const root = join(folder, 'root')
  layBase(root, node)
  for (const { name, text, flags } of service.instructions) {
    if (name !== 'COPY') continue
    const [from = '', to = ''] = text.split(' ')
    cpSync(join(buildRoot, from), join(root, to), { recursive: true, verbatimSymlinks: true })
    const [owner, group] = (flags.chown ?? '').split(':').map(Number)
    if (owner && group && process.getuid?.() === 0) chownSync(join(root, to), owner, group)
  }
  return {
    folder: root,
    environment: environmentOf(service),
    command: commandOf(service, 'CMD') ?? [],
    healthCommand: commandOf(service, 'HEALTHCHECK') ?? [],
    user: service.instructions.find(({ name }) => name === 'USER')?.text ?? '',
  }
}

function runBuildStage(
  stage: Stage,
  { root, ignored, node }: { root: string; ignored: string; node: string },
) {
  const workFolder = join(root, stage.instructions.find(({ name }) => name === 'WORKDIR')?.text ?? '')
  const tracked = execFileSync('git', ['ls-files'], { cwd: project, encoding: 'utf8' }).trim().split('\n')
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}`, TARGETARCH: process.arch }
  for (const { name, text } of stage.instructions) {
    if (name === 'COPY')
      for (const file of tracked.filter((path) => !isIgnored(ignored, path)))
        cpSync(join(project, file), join(workFolder, file))
    // The stage runs on this machine's file system, so that absolute paths need the stage's folder before them.
    const local = text.replaceAll(' /image', ` ${root}/image`)
    if (name === 'RUN')
      execFileSync('sh', ['-ec', local], { cwd: workFolder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

/** Creates the part of the base image that the service uses, from the files of this machine. */
function layBase(root: string, node: string): void {
  for (const path of ['tmp', 'proc', 'dev', 'etc', 'usr/bin', 'usr/local/bin', 'lib', 'lib64'])
    mkdirSync(join(root, path), { recursive: true })
  symlinkSync('usr/bin', join(root, 'bin'))
  cpSync(node, join(root, 'usr/local/bin/node'), { dereference: true })
  const programs = ['env', 'install', 'sh'].map((name) => `/usr/bin/${name}`)
  for (const program of programs) cpSync(program, join(root, program), { dereference: true })
  // Every image of Debian contains these libraries of GCC, which the binaries of packages need.
  const others = ['libstdc++.so.6', 'libgcc_s.so.1', 'libresolv.so.2', 'librt.so.1'].map(libraryPath)
  for (const library of new Set([node, ...programs].flatMap(librariesOf).concat(others)))
    cpSync(library, join(root, library), { dereference: true })
  const etc = {
    passwd: 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
    group: 'root:x:0:\nnode:x:1000:\n',
    hosts: '127.0.0.1 localhost\n::1 localhost\n',
    'nsswitch.conf': 'hosts: files dns\n',
  }
  for (const [name, text] of Object.entries(etc)) writeFileSync(join(root, 'etc', name), text)
  for (const name of ['null', 'zero', 'urandom', 'random']) writeFileSync(join(root, 'dev', name), '')
}

function librariesOf(program: string): string[] {
  const text = execFileSync('ldd', [program], { encoding: 'utf8' })
  return [...text.matchAll(/(\/\S+\.so\S*)/g)].map(([, path = '']) => path)
}

function libraryPath(name: string): string {
  const text = execFileSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  const own = process.arch === 'arm64' ? 'aarch64' : 'x86-64'
  const line = text.split('\n').find((each) => each.includes(`${name} (`) && each.includes(own))
  const [, path] = /=> (\S+)/.exec(line ?? '') ?? []
  if (path === undefined) throw new Error(`${name} is not installed`)
  return path
}

/**
 * Starts a program as a container engine would: in the image's root, which is read-only except for /data and /tmp,
 * as the image's user, without capabilities. Needs the right to create mount namespaces: root, or user namespaces
 * for unprivileged users.
 */
export function startInRoot(
  image: ImageRoot,
  options: { command?: string[]; env?: Record<string, string>; data: string },
) {
  const command = options.command ?? image.command
  const env = Object.entries({ ...image.environment, ...options.env }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const [user = '', group = ''] = image.user.split(':')
  const isRoot = process.getuid?.() === 0
  const script = `
    set -e
    mount --make-rprivate /
    mount --bind "$ROOT" "$ROOT"
    mount --rbind /proc "$ROOT/proc"
    for name in null zero urandom random; do mount --bind /dev/$name "$ROOT/dev/$name"; done
    mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
    mount --bind "$DATA" "$ROOT/data"
    mount -o remount,bind,ro "$ROOT"
    exec "$@"`
  const drop = isRoot
    ? ['setpriv', '--no-new-privs', 'chroot', `--userspec=${user}:${group}`, '--groups=', image.folder]
    : [
        'setpriv',
        '--no-new-privs',
        'unshare',
        '--user',
        `--map-user=${user}`,
        `--map-group=${group}`,
        '--root',
        image.folder,
      ]
  const inside = ['/usr/bin/env', '-i', '-C', '/data', ...env, ...command]
  const unshare = isRoot ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  const child = spawn('unshare', [...unshare, 'sh', '-c', script, 'sh', ...drop, ...inside], {
    env: { PATH: process.env.PATH, ROOT: image.folder, DATA: options.data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const exited = new Promise<Finished>((resolve) => {
    child.once('close', (code) => resolve({ code, ...output }))
  })
  return { child, output, exited }
}

/** Creates a folder for /data that only the image's user can read. */
export function dataFolderFor({ user }: ImageRoot): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `touchstone-image-${basename(user.replace(':', '-'))}-`))
  const [owner = 0, group = 0] = user.split(':').map(Number)
  if (process.getuid?.() === 0) chownSync(path, owner, group)
  chmodSync(path, 0o700)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
