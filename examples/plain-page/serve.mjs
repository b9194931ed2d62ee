import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fetchAccessToken, isVerified, publicSettings } from './backend.mjs'
import { createCustomers } from './customers.mjs'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Serves a folder of files under a strict policy, the page's three backend endpoints, and one for webhooks. */
export function serve(settings, folder) {
  const customers = createCustomers(settings)
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers(settings))) response.setHeader(name, value)
    answer({ settings, customers, folder, request, response }).catch((error) => {
      // Operators see the reason; the page only learns that the call failed.
      process.stderr.write(`${request.method} ${request.url}: ${error.message}\n`)
      sendJson(response, 502, { problem: 'The verification service could not be reached.' })
    })
  })
  server.listen(settings.port, settings.host, () => {
    process.stdout.write(`listening on http://localhost:${server.address().port}\n`)
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close().closeAllConnections())
}

function headers({ touchstoneUrl, authUrl }) {
  return {
    // Allows the widget's files, its frame and the grant check in addition to the site's own sources.
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' ${touchstoneUrl}`,
      `style-src 'self' ${touchstoneUrl}`,
      `connect-src 'self' ${touchstoneUrl} ${authUrl}`,
      `frame-src ${touchstoneUrl}`,
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // Passes on permissions that the frame needs: the camera and, in some programs, the location.
    'permissions-policy': ['camera', 'geolocation', 'clipboard-write']
      .map((name) => `${name}=(self "${touchstoneUrl}")`)
      .join(', '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}

async function answer({ settings, customers, folder, request, response }) {
  const { pathname } = new URL(request.url, 'http://localhost')
  const call = `${request.method} ${pathname}`
  if (call === 'GET /api/settings') return sendJson(response, 200, publicSettings(settings))
  if (call === 'POST /api/webhooks') {
    const isGenuine = customers.receive({ body: await readBody(request), headers: request.headers })
    return response.writeHead(isGenuine ? 204 : 401).end()
  }
  if (request.method === 'POST' && !isOwnPage(request)) return sendJson(response, 403, {})
  // A real site serves these two endpoints only to logged-in users and takes the account from the login.
  if (call === 'POST /api/token') {
    return sendJson(response, 200, { accessToken: await fetchAccessToken(settings) })
  }
  if (call === 'POST /api/verified') {
    const { account } = await readJson(request)
    if (typeof account !== 'string' || account === '') return sendJson(response, 400, {})
    const verified = await isVerified(settings, account)
    return sendJson(response, 200, { verified, status: customers.statusOf(account) })
  }
  if (request.method !== 'GET') return sendJson(response, 405, {})
  sendFile(settings, folder, pathname, response)
}

function sendFile({ touchstoneUrl }, folder, pathname, response) {
  const file = join(folder, normalize(pathname === '/' ? '/index.html' : pathname))
  if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  const content = readFileSync(file)
  response.end(
    extname(file) === '.html' ? String(content).replaceAll('%TOUCHSTONE_URL%', touchstoneUrl) : content,
  )
}

/**
 * Other sites can make a visitor's browser send a POST request here, but cannot forge its `Sec-Fetch-Site` or
 * `Origin` header.
 */
function isOwnPage(request) {
  const site = request.headers['sec-fetch-site']
  return site === 'same-origin' || request.headers.origin === `http://${request.headers.host}`
}

/** Returns an empty body if the body is too large. */
async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > 10_000) return Buffer.alloc(0)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readJson(request) {
  try {
    return JSON.parse(await readBody(request)) ?? {}
  } catch {
    return {}
  }
}

function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
