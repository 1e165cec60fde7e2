import { Link } from 'react-router'
import { ORGANISATION_TYPE_LABELS } from '#domain/organisation'
import { useUser } from '../api.ts'
import { DayText } from '../parts/amounts.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { NoInvitation } from './no-invitation.tsx'
import { PublicPage } from './public-page.tsx'
import { brand } from '../shell/brand.ts'
import { useInvitation } from './use-invitation.ts'

/** Where the link of an invitation leads: who invites, and into what. */
export const InvitationPage = () => {
  const { token, invited } = useInvitation()
  const user = useUser().data
  if (token === '' || invited.error) return <NoInvitation error={invited.error} />
  if (!invited.data) return <Loading />
  const { email, organisation, expiresAt } = invited.data
  return (
    <PublicPage
      title={`Join ${organisation.name}`}
      intro={`You have been invited to act for this organisation in ${brand.name}.`}
    >
      <KeyValues
        as="list"
        facts={[
          ['Organisation', organisation.name],
          ['Type', ORGANISATION_TYPE_LABELS[organisation.type]],
          ['You sign in as', email],
          ['Open until', <DayText key="until" day={expiresAt} time />],
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
