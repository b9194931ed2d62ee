import { expect, test } from 'vitest'
import { coloursOf } from './theme.ts'

test('the page’s wish counts first, then the program’s, then what the hosting page says', () => {
  const auto = { theme: 'auto', systemColours: 'light' } as const
  expect(coloursOf({ theme: 'dark', systemColours: 'light' }, 'light', 'light')).toBe('dark')
  expect(coloursOf(auto, 'dark', 'light')).toBe('dark')
  expect(coloursOf(auto, 'auto', 'dark')).toBe('dark')
  expect(coloursOf(auto, undefined, undefined)).toBe('light')
  expect(coloursOf(undefined, undefined, undefined)).toBeUndefined()
})
