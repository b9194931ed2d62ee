import { Readable } from 'node:stream'
import type { Runtime } from '@touchstone/runtime'
import { importList } from '@touchstone/screening'
import { journeyTablesOf, upsertProvider } from '@touchstone/verification'

/** Nobody of them lives. */
const listed = `id,name,aliases,birth_date,nationality,program
demo-1,Maximilian Schattenfeld,Max Schattenfeld,1971-03-14,DE,DEMO
demo-2,Oksana Tinova,,1984-11-02,UA,DEMO
demo-3,Ibrahim al-Mithali,Ebrahim Almithali,1968,IQ,DEMO
`

/** What the demo's journeys need from outside: a list to screen against, and a provider who speaks about investors. */
export async function ensureDemoTrades(runtime: Runtime, url: string): Promise<void> {
  await importList(runtime.screening, {
    list: 'demo-list',
    format: 'plain-csv',
    version: '1',
    stream: Readable.from([Buffer.from(listed)]),
  })
  await upsertProvider(
    journeyTablesOf(runtime),
    {
      id: 'demo',
      name: 'Demo data provider',
      description: 'Speaks about people who do not exist, for trying it out.',
      issuer: `${url}/demo-provider`,
      startUrl: `${url}/demo-provider`,
      jwksUrl: `${url}/demo-provider/jwks.json`,
    },
    new Date(runtime.clock.now()),
  )
}
