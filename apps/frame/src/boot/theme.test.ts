import { expect, test } from 'vitest'
import { coloursOf } from './theme.ts'

test('prefers the page’s theme parameter, then the program’s theme, then the hosting page’s system colours', () => {
  const auto = { theme: 'auto', systemColours: 'light' } as const
  expect(coloursOf({ theme: 'dark', systemColours: 'light' }, 'light', 'light')).toBe('dark')
  expect(coloursOf(auto, 'dark', 'light')).toBe('dark')
  expect(coloursOf(auto, 'auto', 'dark')).toBe('dark')
  expect(coloursOf(auto, undefined, undefined)).toBe('light')
  expect(coloursOf(undefined, undefined, undefined)).toBeUndefined()
})
