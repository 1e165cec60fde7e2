import { useNavigate } from 'react-router'
import type { InvitationDetails } from '#contract/people/account'
import { completeInvitation } from '#contract/people/sign-in'
import { clearCache, sendRequest } from '../api/api.ts'
import { LoadingPlaceholder } from '../parts/page/query-boundary.tsx'
import { AccountForm } from './account-form.tsx'
import { COMPLETE_INVITATION } from './forms.ts'
import { InvalidInvitation, useInvitation } from './invitation.tsx'
import { PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

const JoinForm = ({ token, invited }: { token: string; invited: InvitationDetails }) => {
  const navigate = useNavigate()
  const form = useAccountForm(COMPLETE_INVITATION, {
    send: async body => {
      await sendRequest(completeInvitation, { body: { ...body, token } })
      await clearCache()
      await navigate('/', { replace: true })
    },
  })
  return (
    <PublicPage title={`Join ${invited.organisation.name}`} intro={`You will sign in as ${invited.email}.`}>
      <AccountForm
        form={form}
        label={`Join ${invited.organisation.name}`}
        button="Join and sign in"
        busy="Joining"
        username={invited.email}
        takesFocus
      />
    </PublicPage>
  )
}

/** Page on which an invited person enters their details and is signed in. */
export const CompleteInvitationPage = () => {
  const { token, invited } = useInvitation()
  if (token === '' || invited.error) return <InvalidInvitation error={invited.error} />
  if (!invited.data) return <LoadingPlaceholder />
  return <JoinForm token={token} invited={invited.data} />
}
