/** Returns the URL of the page in the form that the v1 client builds. Undefined parameters are omitted. */
export function frameAddress(
  url: string,
  token: string | undefined,
  other: Record<string, string | undefined> = {},
): string {
  const query = new URLSearchParams()
  const all: Record<string, string | undefined> = {
    appId: 'app-1',
    name: 'Northwind Exchange',
    chainId: '137',
    programNo: '202611150001',
    accessToken: token,
    lv: '1',
    mode: '0',
    theme: 'auto',
    locale: 'en',
    origin: 'https://shop.example',
    channelId: 'channel-1',
    ...other,
  }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value)
  return `${url}/?${query}`
}
