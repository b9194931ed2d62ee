import { InputError } from '../input-error.ts'

const longest = 200
/** An email address without characters that have a special meaning in a mailto: address. */
const mailAddress = /^[^\s@<>"?&%]+@[^\s@<>"?&%]+\.[^\s@<>"?&%]+$/

/**
 * Accepts an email address or the URL of a page. The contact is shown as a link, so other URLs, such as
 * scripts, are rejected.
 */
export function checkedSupport(value: string): string {
  const support = value.trim()
  if (support.length <= longest && (mailAddress.test(support) || isPage(support))) return support
  throw new InputError('support', 'must be an e-mail address or a URL that starts with https://')
}

function isPage(value: string): boolean {
  try {
    const { protocol, username, password } = new URL(value)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}
