import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const formats = { es: 'svc-widget.js', iife: 'svc-widget.global.js' }

/**
 * Builds the widget for bundlers (ESM) and for script tags (the global `TouchstoneWidget`). `endpoint` is the
 * origin of the service that the built files use by default. Does nothing if the build is up to date.
 */
export async function buildWidget({ endpoint = endpointOfBuild(), outDir = join(folder, 'dist') } = {}) {
  const files = Object.values(formats).map((name) => join(outDir, name))
  const stamp = join(outDir, '.widget-stamp')
  const hash = hashOf(endpoint)
  if ([stamp, ...files].every(existsSync) && readFileSync(stamp, 'utf8') === hash) return
  // Imported lazily, because a top-level import would fail before the packages are installed.
  const { build } = await import('vite')
  for (const [format, fileName] of Object.entries(formats)) {
    await build({
      root: folder,
      configFile: false,
      logLevel: 'warn',
      define: { TOUCHSTONE_WIDGET_ENDPOINT: JSON.stringify(endpoint) },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        minify: true,
        rolldownOptions: { output: { minify: true } },
        lib: {
          entry: join(folder, 'src/index.ts'),
          formats: [format],
          name: 'TouchstoneWidget',
          fileName: () => fileName,
        },
      },
    })
    keepToAscii(join(outDir, fileName))
  }
  writeFileSync(stamp, hash)
}

/** Escapes non-ASCII characters, so that the script works in pages with any charset. */
function keepToAscii(file) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[\u0080-\uffff]/g, escaped))
}

function endpointOfBuild() {
  // biome-ignore lint/style/noProcessEnv: a setting of the build, not of the service
  return env.TOUCHSTONE_WIDGET_ENDPOINT || 'http://localhost:8080'
}

/** Hashes all inputs of the build. */
function hashOf(endpoint) {
  const hash = createHash('sha256')
    .update(endpoint)
    .update(readFileSync(fileURLToPath(import.meta.url)))
  const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
  for (const name of sources.filter((file) => /(?<!\.test)\.ts$/.test(file)).sort()) {
    hash.update(`\n${name}\n`).update(readFileSync(join(folder, 'src', name)))
  }
  return hash.digest('hex')
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildWidget()
