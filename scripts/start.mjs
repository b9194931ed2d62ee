import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, checkNode, install, root, run } from './prepare.mjs'

checkNode()
install()
build({ checkTypes: false })
run(
  process.execPath,
  [join(root, 'scripts/build-browser-parts.mjs')],
  'The browser parts could not be built.',
)

// The server is a process of its own, because the C library keeps what threads have freed, unless it is limited from
// the start of a process. `production.md` recommends the same settings.
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' }
const server = spawn(process.execPath, [join(root, 'apps/server/dist/main.js'), ...process.argv.slice(2)], {
  // A group of its own, so that Ctrl-C reaches the server once. If this process is killed, the server notices the
  // end of the channel.
  detached: true,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...memory, ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.once('exit', (code) => process.exit(code ?? 1))
