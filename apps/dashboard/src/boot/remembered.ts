/** What a browser may remember of a member's choices: never anything about people. */
const names = {
  locale: 'touchstone-locale',
  theme: 'touchstone-theme',
  merchant: 'touchstone-merchant',
} as const

export function remembered(name: keyof typeof names): string | undefined {
  try {
    return localStorage.getItem(names[name]) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(name: keyof typeof names, value: string): void {
  try {
    localStorage.setItem(names[name], value)
  } catch {
    // Where nothing may be stored, the choice lasts as long as the page.
  }
}
