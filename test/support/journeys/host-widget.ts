import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type WidgetHost = { url: string; stop(): Promise<void> }

/**
 * Serves a site whose provider is the test: `window.askSite(method, params)`, which the test exposes to the
 * page, answers every request from the widget. `?chain=` sets the chain of the site's wallet. `window.heard` collects
 * the widget's results and errors.
 */
export async function hostWidget(
  touchstoneUrl: string,
  options: {
    appId: string
    programNo: string
    level: 'MeID' | 'zkKYC'
    mode: 'email' | 'wallet'
    allowTest?: boolean
  },
): Promise<WidgetHost> {
  const { appId, level: lv, mode, programNo, allowTest } = options
  const further = JSON.stringify({ lv, mode, programNo, allowTest, endpoint: touchstoneUrl })
  const methods = ['getAccessToken', 'getUserAccounts', 'signMessage', 'delegateTransaction']
  const provider = methods.map((name) => `${name}: (params) => window.askSite('${name}', params)`)
  const page = `<!doctype html><html lang="en"><title>Shop</title>
    <link rel="stylesheet" href="${touchstoneUrl}/widget/style.css">
    <script src="${touchstoneUrl}/widget/svc-widget.global.js"></script>
    <button id="verify">Verify</button>
    <script>
      const chain = new URLSearchParams(location.search).get('chain')
      window.heard = []
      document.getElementById('verify').onclick = () => {
        const widget = new TouchstoneWidget.SvcWidget('${appId}', 'Shop', chain, { ${provider.join(', ')} }, ${further})
        for (const event of ['kycFinished', 'meidFinished', 'error'])
          widget.on(event, (detail) => window.heard.push({ event, ...detail }))
        widget.launch()
      }
    </script>`
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
