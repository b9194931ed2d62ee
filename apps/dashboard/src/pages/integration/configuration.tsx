import type { Integration } from '@touchstone/contract'
import { CopyButton } from '../../parts/copied.tsx'
import { Section } from '../../parts/page.tsx'
import { WhenLoaded } from '../../parts/states.tsx'
import { useLoad } from '../../session/use-load.ts'
import { useTexts } from '../../texts/texts.ts'
import { ApiKeys } from './api-keys.tsx'

/** Shows the application ID and manages the API keys. */
export function Configuration() {
  const texts = useTexts()
  const integration = useLoad<Integration>('/integration')
  return (
    <>
      <Section title={texts.configuration.title} text={texts.configuration.why}>
        <WhenLoaded of={integration} rows={2}>
          {({ appId, apiUrl, authUrl }) => (
            <dl className="facts">
              <Fact name={texts.configuration.appId} value={appId} />
              <Fact name={texts.configuration.apiUrl} value={apiUrl} />
              {authUrl !== apiUrl && <Fact name={texts.configuration.authUrl} value={authUrl} />}
            </dl>
          )}
        </WhenLoaded>
      </Section>
      <ApiKeys />
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton value={value} what={name} />
      </dd>
    </div>
  )
}
