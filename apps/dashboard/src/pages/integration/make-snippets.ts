import type { Integration, ProgramRow } from '@touchstone/contract'

export type Snippets = { readonly backend: string; readonly page: string; readonly react: string }

/** Joined at run time, because this name belongs only in the snippet and must not appear in the page's own code. */
const environment = ['process', 'env'].join('.')

/**
 * Returns code for the merchant to copy, with the merchant's own values filled in. The code never contains
 * the API key, which belongs only in the backend.
 */
export function makeSnippets(
  { appId, authUrl, frameUrl }: Integration,
  { programNo, kind, chainId, theme }: Pick<ProgramRow, 'programNo' | 'kind' | 'chainId' | 'theme'>,
  appName: string,
): Snippets {
  const lv = kind === 'MeID' ? 'MeID' : 'zkKYC'
  const check = kind === 'MeID' ? 'verifyMeidWithSvcServices' : 'verifyKycWithSvcServices'
  const event = kind === 'MeID' ? 'meidFinished' : 'kycFinished'
  // Escapes a name so that it cannot close the script element that contains it.
  const name = JSON.stringify(appName).replaceAll('<', '\\u003c')
  const options = [
    `lv: '${lv}'`,
    `programNo: '${programNo}'`,
    ...(theme === 'auto' ? [] : [`theme: '${theme}'`]),
    `endpoint: '${frameUrl}'`,
    ...(authUrl === frameUrl ? [] : [`apiEndpoint: '${authUrl}'`]),
  ].join(', ')

  const backend = `// On your server, so that the API key stays there.
app.post('/api/token', async (request, response) => {
  const answer = await fetch('${authUrl}/api/token/get', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiKey: ${environment}.TOUCHSTONE_API_KEY,
      appId: '${appId}',
      apiModePermission: 0, // 0: people log in by e-mail, 1: by wallet
      lv: 2,
    }),
  })
  const { code, data, msg } = await answer.json()
  if (code !== 80000000) throw new Error(msg)
  response.json({ accessToken: data.accessToken })
})
`
  const launch = `const appId = '${appId}'
const account = 'the e-mail, ID or wallet address of your user'
const options = { ${options} }
const provider = {
  getAccessToken: async () => (await (await fetch('/api/token', { method: 'POST' })).json()).accessToken,
  getUserAccounts: async () => [account],
}`

  const page = `<link rel="stylesheet" href="${frameUrl}/widget/style.css" crossorigin="anonymous">
<script src="${frameUrl}/widget/svc-widget.global.js" crossorigin="anonymous"></script>
<button id="verify">Verify me</button>
<script type="module">
const { SvcWidget, ${check} } = TouchstoneWidget
${launch}
document.querySelector('#verify').onclick = async () => {
  const { isGrant } = await ${check}(appId, account${kind === 'MeID' ? '' : ', options'})
  if (isGrant) return
  const widget = new SvcWidget(appId, ${name}, '${chainId}', provider, options)
  widget.on('${event}', ({ isGrant }) => {
    // Have your backend verify it: a browser can forge this result.
  })
  widget.launch()
}
</script>
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
    widget.current = made
    return () => made.destroy()
  }, [])
  return <button onClick={() => widget.current?.launch()}>Verify me</button>
}
`
  return { backend, page, react }
}
