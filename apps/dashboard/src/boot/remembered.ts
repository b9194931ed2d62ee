/** A member's choices, which the browser stores. They never contain data about people. */
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
    // If storage is forbidden, the choice lasts until the page closes.
  }
}
