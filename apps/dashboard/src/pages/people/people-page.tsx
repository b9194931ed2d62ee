import { Route, Switch } from 'wouter'
import { PeopleList } from './people-list.tsx'
import { PersonView } from './person-view.tsx'

export default function PeoplePage() {
  return (
    <Switch>
      <Route path="/">
        <PeopleList />
      </Route>
      <Route path="/:svcId">{({ svcId }) => <PersonView svcId={decodeURIComponent(svcId)} />}</Route>
    </Switch>
  )
}
