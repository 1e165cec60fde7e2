import { useNavigate, useSearchParams } from 'react-router'
import { newPassword } from '#contract/sign-in'
import { send } from '../api.ts'
import { AccountForm } from './account-form.tsx'
import { continueSignIn, keptName } from './challenges.ts'
import { NEW_PASSWORD } from './forms.ts'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

/** The step of signing in that asks for a password of one's own. */
export const NewPasswordPage = () => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useAccountForm(NEW_PASSWORD, {
    send: async body => continueSignIn(await send(newPassword, { body }), navigate, search),
  })
  return (
    <PublicPage
      title="Choose a new password"
      intro="The one you have was given to you by somebody else, or is too short by now."
      elsewhere={<BackToSignIn />}
    >
      <AccountForm
        form={form}
        label="Choose a new password"
        button="Save and sign in"
        busy="Signing in"
        username={keptName()}
        takesFocus
      />
    </PublicPage>
  )
}
