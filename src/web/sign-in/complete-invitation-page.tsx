import { useNavigate } from 'react-router'
import type { Invited } from '#contract/account'
import { completeInvitation } from '#contract/sign-in'
import { forgetEverything, send } from '../api.ts'
import { Loading } from '../parts/loading.tsx'
import { AccountForm } from './account-form.tsx'
import { COMPLETE_INVITATION } from './forms.ts'
import { NoInvitation } from './no-invitation.tsx'
import { PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'
import { useInvitation } from './use-invitation.ts'

const JoinForm = ({ token, invited }: { token: string; invited: Invited }) => {
  const navigate = useNavigate()
  const form = useAccountForm(COMPLETE_INVITATION, {
    send: async body => {
      await send(completeInvitation, { body: { ...body, token } })
      await forgetEverything()
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

/** Where an invited person says who they are, and is signed in. */
export const CompleteInvitationPage = () => {
  const { token, invited } = useInvitation()
  if (token === '' || invited.error) return <NoInvitation error={invited.error} />
  if (!invited.data) return <Loading />
  return <JoinForm token={token} invited={invited.data} />
}
