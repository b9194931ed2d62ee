import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/texts.ts'
import { AlertList } from './alert-list.tsx'
import { WatchList } from './watch-list.tsx'

export default function WatchesPage() {
  const texts = useTexts()
  return (
    <Page title={texts.watches.title} lead={texts.watches.lead}>
      <Tabs
        name={texts.watches.title}
        tabs={[
          { path: '/alerts', name: texts.watches.alerts, content: <AlertList /> },
          { path: '/list', name: texts.watches.list, content: <WatchList /> },
        ]}
      />
    </Page>
  )
}
