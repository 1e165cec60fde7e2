import { useNavigate } from 'react-router'
import { resetPassword } from '#contract/sign-in'
import { send } from '../api.ts'
import { AccountForm } from './account-form.tsx'
import { keepName, keptName } from './challenges.ts'
import { RESET_PASSWORD } from './forms.ts'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Where somebody who has forgotten the password asks for a code by mail. */
export const ResetPasswordPage = () => {
  const navigate = useNavigate()
  const form = useAccountForm(RESET_PASSWORD, {
    first: { username: keptName() },
    send: async body => {
      await send(resetPassword, { body })
      keepName(body.username)
      await navigate('/updatePassword')
    },
  })
  return (
    <PublicPage
      title="Forgotten your password?"
      intro="We mail a code to the address of your account, with which you can choose another."
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
