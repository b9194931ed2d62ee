import { findChain, type Integration, type ProgramRow } from '@touchstone/contract'

export type Snippets = { readonly backend: string; readonly page: string; readonly react: string }

/** Joined at run time, because this name belongs only in the snippet and must not appear in the page's own code. */
const environment = ['process', 'env'].join('.')

type SnippetProgram = Pick<
  ProgramRow,
  'programNo' | 'kind' | 'chainId' | 'theme' | 'mintMode' | 'walletProof' | 'test'
>

/**
 * Returns code for the merchant to copy, with the merchant's own values filled in. The code never contains
 * the API key, which belongs only in the backend.
 */
export function makeSnippets(
  { appId, authUrl, frameUrl }: Integration,
  program: SnippetProgram,
  appName: string,
): Snippets {
  const { programNo, kind, chainId, theme } = program
  const isMeid = kind === 'MeID'
  const check = isMeid ? 'verifyMeidWithSvcServices' : 'verifyKycWithSvcServices'
  const event = isMeid ? 'meidFinished' : 'kycFinished'
  // Escapes a name so that it cannot close the script element that contains it.
  const name = JSON.stringify(appName).replaceAll('<', '\\u003c')
  const options = [
    `lv: '${isMeid ? 'MeID' : 'zkKYC'}'`,
    `programNo: '${programNo}'`,
    ...(program.test ? ['allowTest: true'] : []),
    ...(theme === 'auto' ? [] : [`theme: '${theme}'`]),
    `endpoint: '${frameUrl}'`,
    ...(authUrl === frameUrl ? [] : [`${isMeid ? 'meidApiEndpoint' : 'kycApiEndpoint'}: '${authUrl}'`]),
  ].join(', ')

  const backend = `// server.mjs, for Node.js: TOUCHSTONE_API_KEY=... node server.mjs
// Serves index.html (the plain page) on port 3000. The API key stays on the server.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

/** Returns a token for one run of the widget. With another framework, call this function from your own route. */
async function fetchAccessToken() {
  const response = await fetch('${authUrl}/api/token/get', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiKey: ${environment}.TOUCHSTONE_API_KEY,
      appId: '${appId}',
      apiModePermission: 0, // 0: people log in by e-mail, 1: by wallet
      lv: 2,
    }),
  })
  const { code, data, msg } = await response.json()
  if (code !== 80000000) throw new Error(\`Touchstone did not return a token: \${msg} (\${code})\`)
  return data.accessToken
}

createServer(async (request, response) => {
  try {
    if (request.method === 'POST' && request.url === '/api/token') {
      const body = JSON.stringify({ accessToken: await fetchAccessToken() })
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    } else if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(await readFile('index.html'))
    } else response.writeHead(404).end()
  } catch (error) {
    console.error(error)
    response.writeHead(502).end()
  }
}).listen(${environment}.PORT ?? 3000)
`
  const requests = walletRequests(program)
  const launch = `const appId = '${appId}'
const options = { ${options} }
${requests.length > 0 ? walletAccount(program) : plainAccount}
async function getAccessToken() {
  const response = await fetch('/api/token', { method: 'POST' })
  if (!response.ok) throw new Error(\`/api/token: status \${response.status}\`)
  return (await response.json()).accessToken
}
const provider = {
  getAccessToken,
  getUserAccounts: async () => [await getAccount()],
${requests.map((line) => `  ${line}\n`).join('')}}`

  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Verify</title>
<link rel="stylesheet" href="${frameUrl}/widget/style.css" crossorigin="anonymous">
</head>
<body>
<button id="verify">Verify me</button>
<p id="result" role="status"></p>
<script src="${frameUrl}/widget/svc-widget.global.js" crossorigin="anonymous"></script>
<script type="module">
const { SvcWidget, ${check} } = TouchstoneWidget
${launch}
const show = (text) => { document.querySelector('#result').textContent = text }
const widget = new SvcWidget(appId, ${name}, '${chainId}', provider, options)
widget.on('${event}', ({ isGrant }) => {
  // Have your backend verify it: a browser can forge this result.
  if (isGrant) show('Thank you.')
})
widget.on('error', ({ code, text }) => console.error(code, text))
document.querySelector('#verify').onclick = async () => {
  try {
    const { isGrant } = await ${check}(appId, await getAccount(), options)
    if (isGrant) show('You are already verified.')
    else widget.launch()
  } catch (error) {
    console.error(error)
    show('The verification is not available right now. Try again in a minute.')
  }
}
</script>
</body>
</html>
`

  const react = `import { useEffect, useRef } from 'react'
import { SvcWidget } from '@touchstone/widget'
import '@touchstone/widget/style.css'

${launch}

export function VerifyButton() {
  const widget = useRef<SvcWidget>(null)
  useEffect(() => {
    const made = new SvcWidget(appId, ${name}, '${chainId}', provider, options)
    made.on('${event}', ({ isGrant }) => {
      // Have your backend verify it: a browser can forge this result.
    })
    made.on('error', ({ code, text }) => console.error(code, text))
    widget.current = made
    return () => made.destroy()
  }, [])
  return <button onClick={() => widget.current?.launch()}>Verify me</button>
}
`
  return { backend, page, react }
}

const plainAccount = `const getAccount = async () => 'the e-mail or ID of your user'`

const walletAccount = (program: SnippetProgram) =>
  isEvm(program) ? evmAccount : `const getAccount = async () => 'the address of your user’s wallet'`

const isEvm = ({ chainId }: SnippetProgram) => findChain(chainId)?.family === 'evm'

const evmAccount = `const ask = (method, ...params) => window.ethereum.request({ method, params })
const hex = (text) => '0x' + Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
const getAccount = async () => (await ask('eth_requestAccounts'))[0]`

/** Returns the provider functions with which the user's wallet takes part in a verification for this program. */
function walletRequests(program: SnippetProgram): string[] {
  if (program.mintMode === 'on-chain-transactional') {
    return [
      'delegateTransaction: ({ from, to, data, value }) =>',
      "  ask('eth_sendTransaction', { from, to, data, value: '0x' + BigInt(value).toString(16) }),",
    ]
  }
  if (program.walletProof !== 'required') return []
  if (isEvm(program)) {
    return ["signMessage: ({ message, account }) => ask('personal_sign', hex(message), account),"]
  }
  return [
    'async signMessage({ message, account, request }) {',
    "  throw new Error('Ask the wallet to sign the request, and return its response')",
    '},',
  ]
}
