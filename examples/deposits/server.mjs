import { createServer } from 'node:http'
import { env, exit, stderr, stdout } from 'node:process'
import { createClient, TouchstoneApiError, verifyWebhook } from '@touchstone/client'
import { openDeposits } from './deposits.mjs'

/** Reads the settings from the environment. */
function readSettings(env) {
  const required = (name) => {
    if (env[name]) return env[name]
    stderr.write(`${name} is missing. See examples/deposits/README.md.\n`)
    exit(1)
  }
  return {
    baseUrl: env.TOUCHSTONE_URL || 'http://localhost:8080',
    mchNo: required('MCH_NO'),
    apiKey: required('API_KEY'),
    secret: required('WEBHOOK_SECRET'),
    file: env.DEPOSITS_FILE || 'deposits.jsonl',
    port: Number(env.PORT || 3001),
  }
}

const { baseUrl, mchNo, apiKey, secret, file, port } = readSettings(env)
const client = createClient({ baseUrl, mchNo, apiKey })
const deposits = openDeposits(file)

/** Asks before the deposit is credited. Without an answer, the deposit is held: no answer is never "allow". */
async function receiveDeposit({ reference, customer, coin, address, txid, amount }) {
  const known = deposits.get(reference)
  if (known) return known
  const request = { reference, customer, direction: 'deposit', coin, address, amount, ...(txid && { txid }) }
  const { decision, decided_at: decidedAt } = await client.registerTransfer(request)
  return deposits.add({ reference, customer, coin, amount, decision, decidedAt })
}

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Returns the status and, if there is one, the body of the response. */
async function answer(request) {
  const { method, url = '/', headers } = request
  if (method === 'POST' && url === '/deposits')
    return [200, await receiveDeposit(JSON.parse(await bodyOf(request)))]
  if (method === 'GET' && url.startsWith('/deposits/')) {
    const deposit = deposits.get(decodeURIComponent(url.slice('/deposits/'.length)))
    return deposit ? [200, deposit] : [404]
  }
  if (method === 'POST' && url === '/webhooks/touchstone') {
    const event = verifyWebhook({ body: await bodyOf(request), headers, secret })
    if (!event) return [401]
    if (event.type === 'kyt.transfer.decided' || event.type === 'kyt.transfer.changed') deposits.decide(event)
    return [204]
  }
  return [404]
}

const server = createServer(async (request, response) => {
  let status = 500
  let body
  try {
    ;[status, body] = await answer(request)
  } catch (error) {
    if (error instanceof SyntaxError) status = 400
    if (error instanceof TouchstoneApiError) status = error.retryable ? 503 : 422
    stderr.write(`${error.message}\n`)
  }
  response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
})
server.listen(port, 'localhost', () => {
  stdout.write(`deposits: http://localhost:${server.address().port}\n`)
})
