import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { developmentKeys } from '@touchstone/credential'
import type { PageProof, ProofPage } from '@touchstone/credential/testing'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { findChromium } from '../../test/support/chromium.ts'
import { type RendererUsage, usageOfRenderers } from './usage-of-renderers.ts'

type Asynchronous<Page> = {
  [Name in keyof Page]: Page[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never
}

/** A page in Chromium that creates proofs under a strict content security policy. */
export type OpenedProofPage = Asynchronous<ProofPage> & {
  /** URLs of everything the page loads. */
  scripts: string[]
  /** Messages in the browser's console. */
  said: string[]
  usage(): RendererUsage
  /** Returns the number of workers that the page has started. */
  workers(): number
  end(): Promise<void>
}

/** Contents to use in place of development key files, by path. */
type Replaced = Readonly<Record<string, Uint8Array>>

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"

export async function openProofPage(replaced: Replaced = {}): Promise<OpenedProofPage> {
  const files = await bundlePage()
  const said: string[] = []
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    response.setHeader('content-security-policy', policy)
    const [, circuit, file] = /^\/keys\/(\w+)\/([\w.]+)$/.exec(path) ?? []
    const script = files.get(path.slice(1))
    if (path === '/') {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><script type="module" src="./page.js"></script>')
    } else if (script !== undefined) response.setHeader('content-type', 'text/javascript').end(script)
    else if (circuit !== undefined && file !== undefined) {
      response.end(replaced[`${circuit}/${file}`] ?? readFileSync(join(developmentKeys, circuit, file)))
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const launched = await chromium.launchServer({ executablePath: findChromium() })
  const browser = await chromium.connect(launched.wsEndpoint())
  const page = await browser.newPage()
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction('globalThis.proofPage !== undefined')

  const call =
    <Name extends keyof ProofPage>(name: Name) =>
    (...args: Parameters<ProofPage[Name]>): Promise<Awaited<ReturnType<ProofPage[Name]>>> =>
      page.evaluate(
        ([method, given]) => {
          const { proofPage } = globalThis as unknown as {
            proofPage: Record<string, (...all: unknown[]) => unknown>
          }
          return proofPage[method as string]?.(...(given as unknown[]))
        },
        [name, args] as const,
      ) as Promise<Awaited<ReturnType<ProofPage[Name]>>>

  return {
    createWallet: call('createWallet'),
    keep: call('keep'),
    prove: call('prove'),
    close: call('close'),
    scripts: [...files.values()],
    said,
    usage: () => usageOfRenderers(launched.process().pid ?? 0),
    workers: () => page.workers().length,
    async end() {
      await browser.close()
      await launched.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns the proof. If the page has not created one, throws an error with the reason. */
export function pageProof(answer: Awaited<ReturnType<ProofPage['prove']>>): PageProof {
  if ('proof' in answer) return answer
  throw new Error(`the page created no proof: ${answer.refused} ${answer.reasons.join(' ')}`)
}

async function bundlePage(): Promise<Map<string, string>> {
  const main = createRequire(import.meta.url).resolve('@touchstone/credential')
  const entry = join(dirname(main), '../src/testing/proof-page.ts')
  const result = await build({
    configFile: false,
    logLevel: 'error',
    base: './',
    resolve: { conditions: ['@touchstone/source', 'module', 'browser', 'import', 'default'] },
    worker: { format: 'es' },
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: entry, output: { entryFileNames: 'page.js' } },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((made) =>
    'output' in made ? made.output : [],
  )
  return new Map(
    outputs.map((made) => [made.fileName, made.type === 'chunk' ? made.code : String(made.source)] as const),
  )
}
