import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run, say } from './prepare.mjs'
import { installDebian, onPath } from './system-packages.mjs'

const packages = join(root, 'node_modules', '@foundry-rs')

/**
 * The development chain and the tests need a real chain node. Not every registry has its binary for Linux on arm64: there
 * the one for x64 takes its place, under an emulator, which is quick enough for it.
 */
export function ensureAnvil({ mayInstallEmulator }) {
  const folder = join(packages, 'anvil-linux-arm64')
  if (process.platform !== 'linux' || process.arch !== 'arm64' || existsSync(folder)) return
  // Then the service itself says what it misses.
  if (!mayInstallEmulator && !hasEmulator()) return
  say('installing a chain node for x64, and what runs it here …')
  ensureEmulator()
  const { version } = JSON.parse(readFileSync(join(packages, 'anvil', 'package.json'), 'utf8'))
  const name = `@foundry-rs/anvil-linux-amd64@${version}`
  const cache = join(root, 'node_modules', '.cache', 'anvil')
  mkdirSync(cache, { recursive: true })
  run('npm', ['pack', name, '--silent', '--pack-destination', cache], `${name} could not be had.`, {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const archive = join(cache, `foundry-rs-anvil-linux-amd64-${version}.tgz`)
  run('tar', ['-xzf', archive, '-C', cache], `${archive} could not be unpacked.`)
  rmSync(archive)
  const binary = join(cache, 'package', 'bin', 'anvil')
  const command = join(folder, 'bin', 'anvil')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(command, `#!/bin/sh\nexec qemu-x86_64-static -cpu max -L / '${binary}' "$@"\n`)
  chmodSync(command, 0o755)
  writeFileSync(join(folder, 'package.json'), '{}\n')
}

function hasEmulator() {
  return onPath('qemu-x86_64-static') && existsSync('/lib64/ld-linux-x86-64.so.2')
}

function ensureEmulator() {
  if (hasEmulator()) return
  const names = ['qemu-user-static', 'libc6:amd64']
  if (process.getuid?.() !== 0 || !onPath('dpkg')) {
    fail(`The tests need ${names.join(' and ')}. Install them (after: dpkg --add-architecture amd64).`)
  }
  spawnSync('dpkg', ['--add-architecture', 'amd64'], { stdio: 'inherit' })
  installDebian(names)
}
