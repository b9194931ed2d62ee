import { OperatorError } from '@touchstone/common'
import { aptosFullMessages } from './families/aptos-full-messages.ts'
import { cosmosSignDoc } from './families/cosmos-sign-doc.ts'
import type { LoginChallenge } from './login-challenge.ts'
import type { LoginRequest } from './login-request.ts'
import { loginText } from './login-text.ts'
import { parseAccount } from './parse-account.ts'

/**
 * Creates a login challenge and the request for the wallet to sign. The returned challenge contains the
 * canonical address. Store the challenge and pass it to `verifyLogin`. Throws a `UserError` for an invalid
 * address and an `OperatorError` for any other invalid field.
 */
export function createLogin(input: LoginChallenge): { challenge: LoginChallenge; request: LoginRequest } {
  const { family, address } = parseAccount(input)
  requireSound(input)
  const challenge = { ...input, address }
  return { challenge, request: requestFor() }

  function requestFor(): LoginRequest {
    if (family === 'ton') return { family, payload: challenge.nonce }
    const message = soundText(challenge)
    if (family === 'cosmos') return { family, message, signDoc: cosmosSignDoc(address, message) }
    if (family === 'aptos') {
      const [fullMessage] = aptosFullMessages(challenge)
      return { family, message, nonce: challenge.nonce, fullMessage }
    }
    return { family, message }
  }
}

/** Builds the login text. The EIP-4361 library applies its own checks, for example to host names. */
function soundText(challenge: LoginChallenge): string {
  try {
    return loginText(challenge)
  } catch {
    throw unsound('domain or uri')
  }
}

function requireSound({ domain, uri, statement, nonce, issuedAt, expiresAt }: LoginChallenge): void {
  if (!/^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,120}[a-zA-Z0-9])?(:\d{1,5})?$/.test(domain)) throw unsound('domain')
  if (!URL.canParse(uri) || /\s/.test(uri)) throw unsound('uri')
  if (!/^[\x20-\x7e]{1,300}$/.test(statement)) throw unsound('statement')
  if (!/^[a-zA-Z0-9]{16,96}$/.test(nonce)) throw unsound('nonce')
  if (!Number.isSafeInteger(issuedAt) || issuedAt < 0) throw unsound('issuedAt')
  if (!Number.isSafeInteger(expiresAt) || expiresAt <= issuedAt || expiresAt > 253_402_300_799_999) {
    throw unsound('expiresAt')
  }
}

function unsound(field: string): OperatorError {
  return new OperatorError({
    code: 'chain.login-unsound',
    message: `Can't create the login: the value of ${field} is not allowed in a message for wallets to sign.`,
    remedy: "Check the service's public address and its sign-in statement.",
  })
}
