import { expect, test } from 'vitest'
import { dashboardUrl, surfaceUrls } from './surface-urls.ts'

const none = {
  'admin-gateway': undefined,
  openapi: undefined,
  auth: undefined,
  frame: undefined,
  dashboard: undefined,
}
const url = 'http://localhost:8080'

test('surfaces without a host name are called where the service listens', () => {
  const same = { base: url, openapi: url, auth: url }
  expect(surfaceUrls({ surfaceHosts: none, publicUrl: undefined }, url)).toEqual(same)
  // PUBLIC_URL is the verification page's: the operations may be served inside only.
  expect(surfaceUrls({ surfaceHosts: none, publicUrl: 'https://verify.example.com' }, url)).toEqual(same)
})

test('a surface with a host name is called under it, with the port of the service or the scheme of the proxy', () => {
  const surfaceHosts = { ...none, openapi: 'open.example.com', auth: 'auth.example.com' }
  expect(surfaceUrls({ surfaceHosts, publicUrl: undefined }, url)).toEqual({
    base: url,
    openapi: 'http://open.example.com:8080',
    auth: 'http://auth.example.com:8080',
  })
  expect(surfaceUrls({ surfaceHosts, publicUrl: 'https://verify.example.com' }, url)).toEqual({
    base: url,
    openapi: 'https://open.example.com',
    auth: 'https://auth.example.com',
  })
})

test('the dashboard is linked to where it answers', () => {
  expect(dashboardUrl({ surfaceHosts: none, publicUrl: undefined }, url)).toBe('/dashboard')
  const surfaceHosts = { ...none, dashboard: 'desk.example.com' }
  expect(dashboardUrl({ surfaceHosts, publicUrl: undefined }, url)).toBe(
    'http://desk.example.com:8080/dashboard',
  )
  expect(dashboardUrl({ surfaceHosts, publicUrl: 'https://verify.example.com' }, url)).toBe(
    'https://desk.example.com/dashboard',
  )
})
