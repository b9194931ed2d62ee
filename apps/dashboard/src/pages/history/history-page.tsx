import { Route, Switch } from 'wouter'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Questions } from './questions.tsx'
import { Reports } from './reports.tsx'
import { SavedReport } from './saved-report.tsx'

export default function HistoryPage() {
  const texts = useTexts()
  const { title, lead, questions, reports } = texts.history
  return (
    <Switch>
      <Route path="/reports/:id">{({ id }) => <SavedReport id={id} />}</Route>
      <Route>
        <Page title={title} lead={lead}>
          <Tabs
            name={title}
            tabs={[
              { path: '/questions', name: questions, content: <Questions /> },
              { path: '/reports', name: reports, content: <Reports /> },
            ]}
          />
        </Page>
      </Route>
    </Switch>
  )
}
