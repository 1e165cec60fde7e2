import { useNavigate } from 'react-router'
import { resetPassword, updatePassword } from '#contract/people/sign-in'
import { sendRequest } from '../api/api.ts'
import { toast } from '../parts/page/toasts.ts'
import { AccountForm } from './account-form.tsx'
import { ResendCode } from './another-letter.tsx'
import { storeUsername, storedUsername } from './challenges.ts'
import { UPDATE_PASSWORD } from './forms.ts'
import { PASSWORD_CHANGED_TEXT } from './messages.ts'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Page on which a password is replaced, with the emailed code. */
export const UpdatePasswordPage = () => {
  const navigate = useNavigate()
  const form = useAccountForm(UPDATE_PASSWORD, {
    first: { username: storedUsername() },
    send: async body => {
      await sendRequest(updatePassword, { body })
      storeUsername(body.username)
      toast('success', PASSWORD_CHANGED_TEXT)
      await navigate('/login')
    },
  })
  const { username } = form.answers
  return (
    <PublicPage
      title="Change your password"
      intro="If there is an account with this user name, we have emailed a code to its owner. The code works for one hour."
      elsewhere={
        <>
          {typeof username === 'string' && (
            <ResendCode ask={() => sendRequest(resetPassword, { body: { username } })} />
          )}
          <BackToSignIn />
        </>
      }
    >
      <AccountForm form={form} label="Change your password" button="Change password" busy="Changing" />
    </PublicPage>
  )
}
