import type { FrameStep } from '@touchstone/contract'
import type { Proof } from '@touchstone/credential'
import { type SsiWallet, signChallenge } from '@touchstone/credential/holder'
import type { DemoFile } from '@touchstone/demo'
import type { FrameCaller } from './frame-caller.ts'

type Prove = Extract<FrameStep, { name: 'prove' }>
type Prover = { prove(request: never): Promise<Proof> }

/**
 * Makes the first calls of a page: gets an access token, as the merchant's backend does, and opens a session.
 */
export async function openByCalls(
  caller: FrameCaller,
  options: { url: string; demo: DemoFile; programNo: string; level?: 1 | 2; mode?: 0 | 1; chainId?: string },
): Promise<void> {
  const { url, demo, programNo, level = 1, mode = 0, chainId = '137' } = options
  const accessToken = await exchangeToken(url, {
    apiKey: demo.apiKey,
    appId: demo.mchNo,
    apiModePermission: mode,
    lv: 2,
  })
  await caller.post('/session', {
    accessToken,
    appId: demo.mchNo,
    programNo,
    lv: level,
    chainId,
    origin: 'http://localhost:3000',
    checkAddress: false,
    locale: 'en',
  })
}

/**
 * Gets an access token. Plans limit the calls per second, so this function waits and retries, as a backend
 * would.
 */
async function exchangeToken(url: string, body: object): Promise<string> {
  for (;;) {
    const response = await fetch(`${url}/api/token/get`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      continue
    }
    const { data } = (await response.json()) as { data: { accessToken: string } }
    return data.accessToken
  }
}

export async function authorizeByCalls(
  caller: FrameCaller,
  wallet: SsiWallet,
  account: string,
): Promise<void> {
  const { address: ssiWallet, commitment } = wallet
  await caller.post('/accounts', { accounts: [account] })
  const signature = await signChallenge(wallet, caller.view().deviceChallenge)
  await caller.post('/authorize', { account, ssiWallet, commitment, signature })
}

/** Returns the demo provider's signed statement about one of its sample people. */
export async function statementOf(url: string, beginUrl: string, profile: string): Promise<string> {
  const request = new URL(beginUrl).searchParams.get('request') ?? ''
  const response = await fetch(`${url}/demo-provider/statement?request=${request}&profile=${profile}`, {
    redirect: 'manual',
  })
  const target = new URL(response.headers.get('location') ?? '')
  return new URLSearchParams(target.hash.slice(1)).get('statement') ?? ''
}

/**
 * Completes the proof step. If given, `lender` is the step of another person, whose credential is used
 * instead.
 */
export async function proveByCalls(
  caller: FrameCaller,
  prover: Prover,
  wallet: SsiWallet,
  lender?: FrameStep,
): Promise<Proof> {
  const own = (await caller.until('prove')) as Prove
  const { questions, context } = own
  const { credential } = (lender ?? own) as Prove
  const { merchant, program, wallet: bound, chain, today, challenge } = context
  return await prover.prove({
    credential,
    secret: wallet.secret,
    questions,
    context: {
      merchant: BigInt(merchant),
      program: BigInt(program),
      wallet: BigInt(bound),
      chain: BigInt(chain),
      today: Number(today),
      challenge: BigInt(challenge),
    },
  } as never)
}
