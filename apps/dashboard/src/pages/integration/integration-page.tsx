import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useSession } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { Configuration } from './configuration.tsx'
import { Console } from './console.tsx'
import { Snippets } from './snippets.tsx'
import { Webhooks } from './webhooks.tsx'

export default function IntegrationPage() {
  const texts = useTexts()
  const { allows } = useSession()
  const tab = (permission: string, path: string, name: string, content: React.ReactNode) =>
    allows(permission) ? [{ path, name, content }] : []
  return (
    <Page title={texts.integration.title} lead={texts.integration.lead}>
      <Tabs
        name={texts.integration.title}
        tabs={[
          ...tab('keys.change', '/configuration', texts.integration.configuration, <Configuration />),
          ...tab('programs.read', '/widget', texts.integration.widget, <Snippets />),
          ...tab('console.call', '/console', texts.integration.console, <Console />),
          ...tab('webhooks.change', '/webhooks', texts.integration.webhooks, <Webhooks />),
        ]}
      />
    </Page>
  )
}
