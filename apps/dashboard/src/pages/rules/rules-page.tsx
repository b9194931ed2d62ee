import { Route, Switch } from 'wouter'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/texts.ts'
import { CurrentRules } from './current-rules.tsx'
import { EditRules } from './edit-rules.tsx'
import { Versions } from './versions.tsx'

export default function RulesPage() {
  const texts = useTexts().rules
  return (
    <Switch>
      <Route path="/edit">
        <EditRules />
      </Route>
      <Route>
        <Page title={texts.title} lead={texts.lead}>
          <Tabs
            name={texts.title}
            tabs={[
              { path: '/current', name: texts.current, content: <CurrentRules /> },
              { path: '/versions', name: texts.versions, content: <Versions /> },
            ]}
          />
        </Page>
      </Route>
    </Switch>
  )
}
