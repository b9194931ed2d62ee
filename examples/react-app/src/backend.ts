/** The settings returned by the site's own backend. */
export type SiteSettings = {
  touchstoneUrl: string
  authUrl: string
  appId: string
  programNo?: string
  appName: string
  chainId: string
  level: 'zkKYC' | 'MeID'
  mode: 'email' | 'wallet'
  allowTest: boolean
}

export const backend = {
  settings: () => ask<SiteSettings>('/api/settings'),
  accessToken: async () => (await ask<{ accessToken: string }>('/api/token', {})).accessToken,
  /** `status` is the status in the site's own records. It is missing if the site receives no events. */
  verified: (account: string) => ask<{ verified: boolean; status?: string }>('/api/verified', { account }),
}

async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(path, body ? { method: 'POST', body: JSON.stringify(body) } : {})
  if (!response.ok) throw new Error("We can't reach the verification service. Try again in a minute.")
  return response.json() as Promise<Answer>
}
