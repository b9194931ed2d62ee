/**
 * Names under which the browser stores a member's choices. The choices never contain data about verified
 * people.
 */
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
    // If the browser forbids storage, the choice is kept only until the page closes.
  }
}
