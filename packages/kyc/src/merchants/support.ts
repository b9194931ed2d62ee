import { InputError } from '../input-error.ts'

const longest = 200
/** Without what means something in a mailto: address. */
const mailAddress = /^[^\s@<>"?&%]+@[^\s@<>"?&%]+\.[^\s@<>"?&%]+$/

/** An e-mail address or a page: what is shown to people as a link must not be anything else, as a script. */
export function checkedSupport(value: string): string {
  const support = value.trim()
  if (support.length <= longest && (mailAddress.test(support) || isPage(support))) return support
  throw new InputError('support', 'must be an e-mail address, or a page that begins with https://')
}

function isPage(value: string): boolean {
  try {
    const { protocol, username, password } = new URL(value)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}
