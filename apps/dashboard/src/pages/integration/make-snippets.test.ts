import { expect, test } from 'vitest'
import { makeSnippets } from './make-snippets.ts'

const integration = {
  appId: 'M1',
  apiUrl: 'https://api.example.com',
  authUrl: 'https://auth.example.com',
  frameUrl: 'https://verify.example.com',
}
const program = { programNo: '100000000001', kind: 'KYC', chainId: '137', theme: 'auto' } as const

test('includes the merchant, the program and the service’s address', () => {
  const { backend, page, react } = makeSnippets(integration, program, 'A "shop"')
  expect(backend).toContain("fetch('https://auth.example.com/api/token/get'")
  expect(backend).toContain("appId: 'M1'")
  for (const code of [page, react]) {
    expect(code).toContain(
      "const options = { lv: 'zkKYC', programNo: '100000000001', endpoint: 'https://verify.example.com', apiEndpoint: 'https://auth.example.com' }",
    )
    expect(code).toContain(`new SvcWidget(appId, "A \\"shop\\"", '137', provider, options)`)
    expect(code).toContain("on('kycFinished'")
  }
  expect(page).toContain('src="https://verify.example.com/widget/svc-widget.global.js"')
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
  expect(page).not.toContain('apiEndpoint')
  expect(page).toContain('await verifyMeidWithSvcServices(appId, account)')
  expect(page).toContain("on('meidFinished'")
})
