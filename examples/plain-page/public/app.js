import { findWallet } from './wallet.js'

const element = (id) => document.getElementById(id)
const wallet = findWallet()
let settings
let widget

function show(state, text) {
  element('result').dataset.state = state
  element('result').textContent = text
}

async function askBackend(path, body) {
  const response = await fetch(path, {
    method: body ? 'POST' : 'GET',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error("We can't reach the verification service. Try again in a minute.")
  return response.json()
}

async function start() {
  settings = await askBackend('api/settings')
  if (!window.TouchstoneWidget)
    throw new Error("The verification can't be loaded. Reload the page to try again.")
  element('name').textContent = settings.appName
  if (settings.demo) showDemoNote(settings.demo)
  element('account-field').hidden = Boolean(wallet)
  element('account').required = !wallet
  element('wallet-note').hidden = !wallet
  element('verify').disabled = false
}

/** Shows links to the mailbox and the start page if the demo service itself serves this page. */
function showDemoNote({ home, mailbox }) {
  element('home').href = home
  if (mailbox) element('mailbox').href = mailbox
  else element('mailbox').replaceWith('Your login code is sent to you')
  element('demo-note').hidden = false
}

async function verify() {
  const accounts = wallet ? await wallet.accounts() : [element('account').value.trim()]
  const { SvcWidget, verifyKycWithSvcServices, verifyMeidWithSvcServices } = window.TouchstoneWidget
  const { allowTest, appId, appName, authUrl, chainId, level, programNo, touchstoneUrl } = settings
  const hosts = { endpoint: touchstoneUrl, kycApiEndpoint: authUrl, meidApiEndpoint: authUrl }
  const check = level === 'MeID' ? verifyMeidWithSvcServices : verifyKycWithSvcServices

  // Verified users do not need the widget.
  const { isGrant } = await check(appId, accounts[0], { ...hosts, programNo, allowTest })
  if (isGrant) return confirm(accounts[0])

  widget?.destroy()
  const provider = {
    getAccessToken: async () => (await askBackend('api/token', {})).accessToken,
    getUserAccounts: async () => accounts,
    ...(wallet && { signMessage: wallet.sign, delegateTransaction: wallet.send }),
  }
  const mode = settings.mode
  widget = new SvcWidget(appId, appName, chainId, provider, {
    lv: level,
    ...hosts,
    programNo,
    mode,
    allowTest,
  })
  widget.on('ready', () => show('open', 'Follow the steps in the window.'))
  widget.on('step', ({ index, of }) => show('open', `Step ${index} of ${of}.`))
  widget.on('error', ({ text }) => show('problem', text))
  widget.on(level === 'MeID' ? 'meidFinished' : 'kycFinished', async ({ isGrant, associatedAccount }) => {
    const isMine = associatedAccount === accounts[0].toLowerCase()
    if (isGrant && isMine) await attempt(() => confirm(accounts[0]))
  })
  widget.on('close', () => {
    if (element('result').dataset.state === 'open') show('closed', 'You can continue at any time.')
  })
  widget.launch()
}

/** Asks the backend for the final result, because browser input can be forged. */
async function confirm(account) {
  const { verified, status } = await askBackend('api/verified', { account })
  if (verified) show('verified', 'You are verified. Thank you.')
  else show('not-verified', 'You are not verified yet.')
  if (status) watchStatus(account)
}

let watching

/** Shows the status in the site's own records, which the service's events update. */
function watchStatus(account) {
  clearInterval(watching)
  const look = async () => {
    const { status } = await askBackend('api/verified', { account })
    element('customer').hidden = false
    element('customer').textContent = `Our records: ${status}.`
  }
  const lookQuietly = () => look().catch(() => undefined)
  watching = setInterval(lookQuietly, 2000)
  void lookQuietly()
}

async function attempt(act) {
  try {
    await act()
  } catch (error) {
    show('problem', error.message)
  }
}

element('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = element('verify')
  // A `disabled` button would lose the focus, and the widget could not restore it when it closes.
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  show('checking', 'Checking …')
  await attempt(verify)
  button.ariaDisabled = 'false'
})
wallet?.onChain((chainId) => settings.level === 'zkKYC' && widget?.switchChain(chainId))
// The widget's deferred script precedes this one in the page, so it has already run.
await attempt(start)
