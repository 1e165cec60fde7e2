import { Link, useParams } from 'react-router'
import { useResource } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page.tsx'
import { addressOf, NOUNS } from '#contract/nouns'
import { showMoment } from '#domain/london'
import { PageBoundary } from './shared/page-boundary.tsx'
import { groupsOf, UserAccess } from './shared/user-access.tsx'

/** A person with an account, and what staff may do with it. */
export const UserPage = () => {
  const { userId } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.user, userId)} title="User">
      {data => (
        <Page
          title={data.displayName}
          subject={data}
          subtitle={<UserAccess user={data} />}
          actions={<ActionBar actions={data.actions} primary={false} />}
        >
          <KeyValues
            facts={[
              ['User name', data.username],
              [
                'Email',
                <a key="email" href={`mailto:${data.email}`}>
                  {data.email}
                </a>,
              ],
              [
                'Organisation',
                data.organisation && (
                  <Link
                    key="organisation"
                    to={addressOf('organisation', { type: 'PARTICIPANT', id: data.organisation.id })}
                  >
                    {data.organisation.name}
                  </Link>
                ),
              ],
              ['Groups', groupsOf(data) || null],
              ['Second factor', data.secondFactor ? 'On' : 'Off'],
              ['Joined', data.joinedAt && showMoment(data.joinedAt)],
              ['Invited by', data.invitedBy],
              [
                'Admitted',
                data.admittedAt ? showMoment(data.admittedAt) : 'Waits for a colleague to admit them',
              ],
              ['Admitted by', data.admittedBy],
            ]}
          />
        </Page>
      )}
    </PageBoundary>
  )
}
