import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Forget } from './forget.tsx'
import { Health } from './health.tsx'
import { Merchants } from './merchants.tsx'

/** Shows the operator's page, with all merchants and the state of the service. */
export default function ServicePage() {
  const texts = useTexts()
  return (
    <Page title={texts.service.title} lead={texts.service.lead}>
      <Tabs
        name={texts.service.title}
        tabs={[
          { path: '/merchants', name: texts.service.merchants, content: <Merchants /> },
          { path: '/health', name: texts.health.title, content: <Health /> },
          { path: '/forget', name: texts.forget.title, content: <Forget /> },
        ]}
      />
    </Page>
  )
}
