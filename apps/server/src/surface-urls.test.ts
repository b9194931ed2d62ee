import { expect, test } from 'vitest'
import { dashboardUrl, surfaceUrls } from './surface-urls.ts'

const none = {
  'admin-gateway': undefined,
  openapi: undefined,
  auth: undefined,
  frame: undefined,
  dashboard: undefined,
  mcp: undefined,
}
const url = 'http://localhost:8080'

test('uses the address of the service for surfaces without a host name', () => {
  const same = { base: url, openapi: url, auth: url }
  expect(surfaceUrls({ surfaceHosts: none, publicUrl: undefined }, url)).toEqual(same)
  // PUBLIC_URL applies to the verification page. The operations may be available only internally.
  expect(surfaceUrls({ surfaceHosts: none, publicUrl: 'https://verify.example.com' }, url)).toEqual(same)
})

test('uses the host name of a surface, with the port of the service or the scheme of the proxy', () => {
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

test('links to the dashboard at its own address', () => {
  expect(dashboardUrl({ surfaceHosts: none, publicUrl: undefined }, url)).toBe('/dashboard')
  const surfaceHosts = { ...none, dashboard: 'desk.example.com' }
  expect(dashboardUrl({ surfaceHosts, publicUrl: undefined }, url)).toBe(
    'http://desk.example.com:8080/dashboard',
  )
  expect(dashboardUrl({ surfaceHosts, publicUrl: 'https://verify.example.com' }, url)).toBe(
    'https://desk.example.com/dashboard',
  )
})
