import { useNavigate } from 'react-router'
import { resetPassword } from '#contract/people/sign-in'
import { sendRequest } from '../api/api.ts'
import { AccountForm } from './account-form.tsx'
import { storeUsername, storedUsername } from './challenges.ts'
import { RESET_PASSWORD } from './forms.ts'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Page on which a user who has forgotten the password requests a code by email. */
export const ResetPasswordPage = () => {
  const navigate = useNavigate()
  const form = useAccountForm(RESET_PASSWORD, {
    first: { username: storedUsername() },
    send: async body => {
      await sendRequest(resetPassword, { body })
      storeUsername(body.username)
      await navigate('/updatePassword')
    },
  })
  return (
    <PublicPage
      title="Forgotten your password?"
      intro="We will email you a code. Use it to choose a new password."
      elsewhere={<BackToSignIn />}
    >
      <AccountForm
        form={form}
        label="Forgotten your password?"
        button="Send the code"
        busy="Sending"
        waits={false}
        takesFocus
      />
    </PublicPage>
  )
}
