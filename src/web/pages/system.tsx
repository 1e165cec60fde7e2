import { readAccountSettings } from '#contract/people/sign-in'
import { useAnswer } from '../api/api.ts'
import { Page } from '../parts/page/page.tsx'
import { QueryBoundary } from '../parts/page/query-boundary.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { BackupsTab } from './system/backups-tab.tsx'
import { InstallationSection } from './system/installation.tsx'
import { KeyTab } from './system/key-tab.tsx'
import { EmailsTab } from './system/letters-tab.tsx'
import { LogTab } from './system/log-tab.tsx'
import { ProvidersTab } from './system/providers-tab.tsx'
import { ResetForm } from './system/reset.tsx'
import { RetentionTab } from './system/retention-tab.tsx'
import { SessionsTab } from './system/sessions-tab.tsx'
import { SetAsideTab } from './system/set-aside-tab.tsx'
import { TasksTab } from './system/tasks-tab.tsx'
import { UsersTab } from './system/users-tab.tsx'
import { WitnessesTab } from './system/witnesses-tab.tsx'
import './shared/pages.css'

const TABS = [
  { id: 'users', label: 'Users', content: () => <UsersTab /> },
  { id: 'sessions', label: 'Sessions', content: () => <SessionsTab /> },
  { id: 'tasks', label: 'Tasks', content: () => <TasksTab /> },
  { id: 'mail', label: 'Emails', content: () => <EmailsTab /> },
  { id: 'set-aside', label: 'Set aside', content: () => <SetAsideTab /> },
  { id: 'backups', label: 'Backups', content: () => <BackupsTab /> },
  { id: 'witnesses', label: 'Witnesses', content: () => <WitnessesTab /> },
  { id: 'providers', label: 'Sign-in providers', content: () => <ProvidersTab /> },
  { id: 'key', label: 'Key', content: () => <KeyTab /> },
  { id: 'log', label: 'Log', content: () => <LogTab /> },
  { id: 'retention', label: 'Retention', content: () => <RetentionTab /> },
  { id: 'installation', label: 'Installation', content: () => <InstallationSection /> },
]

const RESET = { id: 'reset', label: 'Reset', content: () => <ResetForm /> }

/** System administration: access, sessions, tasks and the verification of the log. */
export const SystemPage = () => {
  return (
    <Page title="System">
      <QueryBoundary query={useAnswer(readAccountSettings, {})}>
        {({ demo }) => <Tabs label="Parts of the system" tabs={demo ? [...TABS, RESET] : TABS} />}
      </QueryBoundary>
    </Page>
  )
}
