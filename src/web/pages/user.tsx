import { Link, useParams } from 'react-router'
import { useResource } from '../api/api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page/page.tsx'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { formatLondonTime } from '#domain/values/london'
import { PageBoundary } from './shared/page-boundary.tsx'
import { groupNames, UserAccess } from './shared/user-access.tsx'

/** Page of a user, with the actions of staff. */
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
                    to={pageAddress('organisation', { type: 'PARTICIPANT', id: data.organisation.id })}
                  >
                    {data.organisation.name}
                  </Link>
                ),
              ],
              ['Groups', groupNames(data) || null],
              ['Second factor', data.secondFactor ? 'On' : 'Off'],
              ['Joined', data.joinedAt && formatLondonTime(data.joinedAt)],
              ['Invited by', data.invitedBy],
              [
                'Admitted',
                data.admittedAt ? formatLondonTime(data.admittedAt) : 'Waiting for a colleague to admit them',
              ],
              ['Admitted by', data.admittedBy],
            ]}
          />
        </Page>
      )}
    </PageBoundary>
  )
}
