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

// Starts the server in a separate process, because the C library keeps memory that threads have freed unless
// these limits are set before the process starts. `production.md` recommends the same settings.
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' }
const server = spawn(process.execPath, [join(root, 'apps/server/dist/main.js'), ...process.argv.slice(2)], {
  // Uses a separate process group, so that Ctrl-C reaches the server only once. If this process is killed,
  // the server detects that the IPC channel has closed.
  detached: true,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...memory, ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.once('exit', (code) => process.exit(code ?? 1))
