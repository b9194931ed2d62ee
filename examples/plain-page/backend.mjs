import { readFileSync } from 'node:fs'

/** Contains everything that a site's backend does for the verification. The API key stays here. */

const success = 80000000

/** Reads the settings and reports missing ones before anything starts. */
export function readSettings(env) {
  const demo = env.API_KEY || env.APP_ID ? undefined : readDemo(env.TOUCHSTONE_DATA || '.touchstone')
  const level = choice(env, 'LEVEL', ['zkKYC', 'MeID'])
  const mode = choice(env, 'MODE', ['email', 'wallet'])
  if (mode === 'wallet' && level !== 'MeID') throw new Error('MODE=wallet requires LEVEL=MeID')
  const demoProgram = level === 'MeID' ? demo?.meidProgramNo : demo?.programNo
  const touchstoneUrl = new URL(env.TOUCHSTONE_URL || demo?.frameUrl || 'http://localhost:8080').origin
  return {
    touchstoneUrl,
    // Defaults to the same host. Set this value if the service uses separate host names.
    authUrl: new URL(env.AUTH_URL || (!env.TOUCHSTONE_URL && demo?.authUrl) || touchstoneUrl).origin,
    apiKey: env.API_KEY || demo?.apiKey || missing('API_KEY', 'the API key from your integration page'),
    appId: env.APP_ID || demo?.mchNo || missing('APP_ID', 'the application ID from your integration page'),
    programNo: env.PROGRAM_NO || demoProgram || undefined,
    appName: env.APP_NAME || 'Larkfield Exchange',
    chainId: env.CHAIN_ID || '137',
    level,
    mode,
    // The secret of the webhook endpoint that sends events to /api/webhooks.
    webhookSecret: env.WEBHOOK_SECRET || undefined,
    // Accepts results of test programs. Never set this where customers verify themselves.
    allowTest: choice(env, 'ALLOW_TEST', ['0', '1']) === '1',
    host: env.HOST || 'localhost',
    port: Number(env.PORT || 3000),
  }
}

/** Settings for the page. None of these settings is secret. */
export function publicSettings(settings) {
  const { touchstoneUrl, authUrl, appId, programNo, appName, chainId, level, mode, allowTest } = settings
  return { touchstoneUrl, authUrl, appId, programNo, appName, chainId, level, mode, allowTest }
}

/**
 * Exchanges the API key for a token that is valid for one run of the widget. Request a new token whenever the
 * widget asks.
 */
export async function fetchAccessToken(settings) {
  const { accessToken } = await post(settings, '/api/token/get', {
    apiKey: settings.apiKey,
    appId: settings.appId,
    apiModePermission: settings.mode === 'wallet' ? 1 : 0,
    lv: 2,
  })
  return accessToken
}

/** Checks the result in the backend, because browser input can be forged. */
export async function isVerified(settings, userAccount) {
  const { appId, programNo, level, allowTest } = settings
  if (level === 'MeID') {
    const isBound = await post(settings, '/appUserGrantMch/queryBindingMeId', { mchNo: appId, userAccount })
    // This check never counts a test program. The grant check below counts only test programs.
    if (isBound === true || !allowTest) return isBound === true
  }
  const { isGrant, test } = await post(settings, '/api/grant/check_v2', { appId, userAccount, programNo })
  const isAccepted = test === true ? allowTest : level !== 'MeID'
  return isGrant === true && isAccepted
}

async function post(settings, path, body) {
  const response = await fetch(`${settings.authUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const { code, data, msg } = await response.json()
  if (code !== success) throw new Error(`${path}: ${msg} (${code})`)
  return data
}

function choice(env, name, choices) {
  const value = env[name] || choices[0]
  if (!choices.includes(value)) throw new Error(`${name} must be ${choices.join(' or ')}`)
  return value
}

function missing(name, what) {
  throw new Error(
    `${name} is missing. Set it to ${what}, or first start the service with its demo in this folder`,
  )
}

/** Reads the credentials file of a demo that was started in this folder. */
function readDemo(dataFolder) {
  try {
    return JSON.parse(readFileSync(`${dataFolder}/demo.json`, 'utf8'))
  } catch {
    return undefined
  }
}
