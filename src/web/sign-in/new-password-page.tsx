import { useNavigate, useSearchParams } from 'react-router'
import { replacePassword } from '#contract/people/sign-in'
import { sendRequest } from '../api/api.ts'
import { AccountForm } from './account-form.tsx'
import { continueSignIn, storedUsername } from './challenges.ts'
import { NEW_PASSWORD } from './forms.ts'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Sign-in step in which a user replaces a given password by their own. */
export const NewPasswordPage = () => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useAccountForm(NEW_PASSWORD, {
    send: async body => continueSignIn(await sendRequest(replacePassword, { body }), navigate, search),
  })
  return (
    <PublicPage
      title="Choose a new password"
      intro="You need a new password, because someone else set the current one or because it is now too short."
      elsewhere={<BackToSignIn />}
    >
      <AccountForm
        form={form}
        label="Choose a new password"
        button="Save and sign in"
        busy="Signing in"
        username={storedUsername()}
        takesFocus
      />
    </PublicPage>
  )
}
