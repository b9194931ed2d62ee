import { Route, Switch } from 'wouter'
import { ProgramForm } from './program-form.tsx'
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
      <Route path="/new/:like">{({ like }) => <ProgramForm like={like} />}</Route>
    </Switch>
  )
}
