/** Shortens a login so that its owner still recognises it: `a…z@example.com`, `0x12…ab`. */
export function shortenedLogin(login: string): string {
  const at = login.lastIndexOf('@')
  if (at > 0) {
    const name = [...login.slice(0, at)]
    const shown = name.length > 2 ? `${name[0]}…${name.at(-1)}` : `${name[0]}…`
    return `${shown}${login.slice(at)}`
  }
  return login.length > 9 ? `${login.slice(0, 4)}…${login.slice(-2)}` : login
}
