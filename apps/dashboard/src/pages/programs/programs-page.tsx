import { Route, Switch } from 'wouter'
import { NewVersion } from './new-version.tsx'
import { ProgramForm } from './program-form.tsx'
import { ProgramHistory } from './program-history.tsx'
import { ProgramList } from './program-list.tsx'

export default function ProgramsPage() {
  return (
    <Switch>
      <Route path="/">
        <ProgramList />
      </Route>
      <Route path="/new">
        <ProgramForm />
      </Route>
      <Route path="/change/:programNo">{({ programNo }) => <NewVersion programNo={programNo} />}</Route>
      <Route path="/history/:programNo">{({ programNo }) => <ProgramHistory programNo={programNo} />}</Route>
      <Route path="/new/:like">{({ like }) => <ProgramForm like={like} />}</Route>
    </Switch>
  )
}
