import { Link, Route, Switch } from 'wouter'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useSession } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { CaseList } from './case-list.tsx'
import { CaseRule } from './case-rule.tsx'
import { CaseView } from './case-view.tsx'
import { NewCase } from './new-case.tsx'
import { TriageList } from './triage-list.tsx'

export default function CasesPage() {
  const texts = useTexts()
  const { allows } = useSession()
  return (
    <Switch>
      <Route path="/show/:number">{({ number }) => <CaseView key={number} number={Number(number)} />}</Route>
      <Route path="/new">
        <NewCase />
      </Route>
      <Route>
        <Page
          title={texts.cases.title}
          lead={texts.cases.lead}
          actions={
            <Link href="/new" className="button button-primary">
              {texts.cases.newCase}
            </Link>
          }
        >
          <Tabs
            name={texts.cases.title}
            tabs={[
              { path: '/waiting', name: texts.cases.waiting, content: <TriageList /> },
              { path: '/list', name: texts.cases.list, content: <CaseList /> },
              ...(allows('settings.change')
                ? [{ path: '/rule', name: texts.cases.rule, content: <CaseRule /> }]
                : []),
            ]}
          />
        </Page>
      </Route>
    </Switch>
  )
}
