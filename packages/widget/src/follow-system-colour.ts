/** Reports the system's colour scheme, now and whenever it changes. */
export function followSystemColour(onChange: (colour: 'dark' | 'light') => void): {
  current(): 'dark' | 'light'
  stop(): void
} {
  const wish = matchMedia('(prefers-color-scheme: dark)')
  const current = () => (wish.matches ? 'dark' : 'light')
  const changed = () => onChange(current())
  wish.addEventListener('change', changed)
  return { current, stop: () => wish.removeEventListener('change', changed) }
}
