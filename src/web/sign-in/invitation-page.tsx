import { Link } from 'react-router'
import { ORGANISATION_TYPE_LABELS } from '#domain/people/organisation'
import { useUser } from '../api/api.ts'
import { DayText } from '../parts/values/amounts.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { LoadingPlaceholder } from '../parts/page/query-boundary.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { InvalidInvitation, useInvitation } from './invitation.tsx'
import { PublicPage } from './public-page.tsx'
import { pageBrand } from '../parts/page/brand.ts'

/** Page to which the link of an invitation leads: who invites, and to what. */
export const InvitationPage = () => {
  const { token, invited } = useInvitation()
  const user = useUser().data
  if (token === '' || invited.error) return <InvalidInvitation error={invited.error} />
  if (!invited.data) return <LoadingPlaceholder />
  const { email, organisation, expiresAt } = invited.data
  return (
    <PublicPage
      title={`Join ${organisation.name}`}
      intro={`You have been invited to act for this organisation in ${pageBrand.name}.`}
    >
      <KeyValues
        as="list"
        facts={[
          ['Organisation', organisation.name],
          ['Type', ORGANISATION_TYPE_LABELS[organisation.type]],
          ['You sign in as', email],
          ['Valid until', <DayText key="until" day={expiresAt} time />],
        ]}
      />
      {user && (
        <Notice tone="warn">
          <p>
            You are signed in as {user.displayName}. Joining signs you in as {email} instead.
          </p>
        </Notice>
      )}
      <div className="form-foot">
        <Link className="button button-primary" to={{ pathname: '/completeInvitation', hash: token }}>
          Accept the invitation
        </Link>
      </div>
    </PublicPage>
  )
}
