import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeSnippets } from './make-snippets.ts'

const integration = {
  appId: 'M1',
  apiUrl: 'https://api.example.com',
  authUrl: 'https://auth.example.com',
  frameUrl: 'https://verify.example.com',
}
const program = {
  programNo: '100000000001',
  kind: 'KYC',
  chainId: '137',
  theme: 'auto',
  mintMode: 'cross-chain',
  walletProof: 'when-asked',
  test: false,
} as const

test('includes the merchant, the program and the service’s address', () => {
  const { backend, page, react } = makeSnippets(integration, program, 'A "shop"')
  expect(backend).toContain("fetch('https://auth.example.com/api/token/get'")
  expect(backend).toContain("appId: 'M1'")
  for (const code of [page, react]) {
    expect(code).toContain(
      "const options = { lv: 'zkKYC', programNo: '100000000001', endpoint: 'https://verify.example.com', kycApiEndpoint: 'https://auth.example.com' }",
    )
    expect(code).toContain(`new SvcWidget(appId, "A \\"shop\\"", '137', provider, options)`)
    expect(code).toContain("on('kycFinished'")
    expect(code).not.toContain('ethereum')
  }
  expect(page).toContain('src="https://verify.example.com/widget/svc-widget.global.js"')
  expect(page).toContain('<meta name="viewport"')
})

test('accepts the grants of a test program, and of no other', () => {
  const codes = (test: boolean) => Object.values(makeSnippets(integration, { ...program, test }, 'Shop'))
  expect(codes(true).filter((code) => code.includes('allowTest: true'))).toHaveLength(2)
  expect(codes(false).join('')).not.toContain('allowTest')
})

test('does not let a name close the script element that contains it', () => {
  const { page } = makeSnippets(integration, program, '</script><script>alert(1)//')
  expect(page.match(/<\/script>/g)).toHaveLength(2)
})

test('requests and verifies a MeID for a MeID program, and includes the program’s colour mode', () => {
  const one = { ...integration, authUrl: integration.frameUrl }
  const { page } = makeSnippets(one, { ...program, kind: 'MeID', theme: 'dark' }, 'Shop')
  expect(page).toContain("lv: 'MeID'")
  expect(page).toContain("theme: 'dark'")
  expect(page).not.toContain('ApiEndpoint')
  expect(page).toContain('await verifyMeidWithSvcServices(appId, await getAccount(), options)')
  expect(page).toContain("on('meidFinished'")
})

test.each([
  [{ walletProof: 'required' }, ["ask('personal_sign', hex(message), account)", 'eth_requestAccounts']],
  [{ walletProof: 'required', chainId: 'solana' }, ['async signMessage({ message, account, request })']],
  [
    { walletProof: 'required', mintMode: 'on-chain-transactional' },
    ["ask('eth_sendTransaction'", 'eth_requestAccounts'],
  ],
] as const)('includes the wallet functions that a program requires: %j', (settings, expected) => {
  const { page, react } = makeSnippets(integration, { ...program, ...settings }, 'Shop')
  for (const text of expected) {
    expect(page).toContain(text)
    expect(react).toContain(text)
  }
})

test('runs as a backend that serves the page and never shows an error to a customer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-snippet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const answers = [
    { code: 80000000, msg: 'success', data: { accessToken: 'a token' } },
    { code: 81000014, msg: 'invalid api key', data: null },
  ]
  const bodies: unknown[] = []
  const auth = await listen(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    bodies.push(JSON.parse(text))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers.shift()))
  })
  const port = await freePort()
  const { backend, page } = makeSnippets({ ...integration, authUrl: auth }, program, 'Shop')
  writeFileSync(join(folder, 'server.mjs'), backend)
  writeFileSync(join(folder, 'index.html'), page)
  const env = { TOUCHSTONE_API_KEY: 'a-secret-key', PORT: String(port) }
  const child = spawn(process.execPath, ['server.mjs'], { cwd: folder, env, stdio: 'ignore' })
  onTestFinished(() => void child.kill())

  const site = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(site).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200)
  expect(await (await fetch(site)).text()).toBe(page)
  const getToken = () => fetch(`${site}/api/token`, { method: 'POST' })
  expect(await (await getToken()).json()).toEqual({ accessToken: 'a token' })
  const refused = await getToken()
  expect(refused.status).toBe(502)
  expect(await refused.text()).toBe('')
  expect(bodies[0]).toMatchObject({ apiKey: 'a-secret-key', appId: 'M1', lv: 2 })
})

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
