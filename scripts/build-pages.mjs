import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The pages, each with the packages of this repository that it bundles. */
const pages = [
  {
    name: 'frame',
    bundled: ['contract', 'design', 'credential', 'biometrics', 'documents', 'images', 'common'],
  },
  { name: 'dashboard', bundled: ['contract', 'design'] },
]

/**
 * Builds the verification page and the dashboard, each into `dist/site` of its app: `index.html`, `assets/`
 * with hashed names, and Vite's manifest. Skips a page if neither its sources nor the lock file have changed.
 */
export async function buildPages({ logLevel = 'warn' } = {}) {
  for (const { name, bundled } of pages) await buildPage({ name, bundled, logLevel })
}

async function buildPage({ name, bundled, logLevel }) {
  const app = join(root, 'apps', name)
  const site = join(app, 'dist', 'site')
  const stamp = join(app, 'dist', 'site.stamp')
  const expected = hashOfSources(app, bundled)
  if (existsSync(stamp) && existsSync(join(site, 'index.html')) && readFileSync(stamp, 'utf8') === expected)
    return
  const { build } = await import('vite')
  await build(pageConfig({ app, site, base: `/${name}/`, logLevel }))
  writeFileSync(stamp, expected)
}

/** @returns {import('vite').InlineConfig} */
function pageConfig({ app, site, base, logLevel }) {
  return {
    configFile: false,
    root: app,
    base,
    mode: 'production',
    // Tests build the pages too. With the NODE_ENV that tests set, libraries would include development
    // checks.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    logLevel,
    publicDir: false,
    resolve: {
      conditions: ['@touchstone/source', 'module', 'browser', 'import', 'default'],
      // Only these scripts of the design package run in browsers. Its other scripts read files.
      alias: [{ find: /^@touchstone\/design$/, replacement: join(root, 'packages/design/src/browser.ts') }],
    },
    worker: { format: 'es' },
    plugins: [fontsOfDesign(), preloadOfLatin(base)],
    build: {
      outDir: site,
      emptyOutDir: true,
      assetsDir: 'assets',
      manifest: true,
      target: 'es2022',
      // The content security policy allows no data: URLs for scripts or fonts.
      assetsInlineLimit: (file) => file.endsWith('.svg'),
      chunkSizeWarningLimit: 3000,
      rollupOptions: {
        // Ignores directives such as "use client", with which libraries mark files for server rendering.
        // These pages are rendered only in browsers.
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
        // Bundles only the names that are imported from the contract, because its other modules create
        // schemas when they are loaded.
        treeshake: { moduleSideEffects: (id) => !/\/packages\/contract\/src\//.test(id) },
      },
    },
  }
}

/**
 * The design's `fonts.css` contains the font URLs that the server uses. The build resolves them to the font
 * package.
 */
function fontsOfDesign() {
  const { resolve } = createRequire(join(root, 'packages', 'design', 'package.json'))
  return {
    name: 'fonts-of-design',
    enforce: 'pre',
    transform: {
      filter: { id: /styles\/fonts\.css$/ },
      handler: (code) =>
        code.replace(/url\("fonts\/inter-([a-z-]+)\.woff2"\)/g, (_, subset) => {
          const file = resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`)
          return `url("${file}")`
        }),
    },
  }
}

/**
 * Preloads the font file that every first screen needs, so that its download does not have to wait for the
 * stylesheet.
 */
function preloadOfLatin(base) {
  return {
    name: 'preload-of-latin',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
        if (font === undefined) return []
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
          href: `${base}${font}`,
        }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

function hashOfSources(app, bundled) {
  const hash = createHash('sha256')
  const files = [
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
    join(app, 'index.html'),
    ...filesUnder(join(app, 'src')),
    ...bundled.flatMap((name) => [
      join(root, 'packages', name, 'package.json'),
      ...filesUnder(join(root, 'packages', name, 'src')),
      ...filesUnder(join(root, 'packages', name, 'styles')),
    ]),
  ]
  for (const file of files)
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPages({ logLevel: 'info' })
