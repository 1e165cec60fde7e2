import { useNavigate } from 'react-router'
import { resetPassword, updatePassword } from '#contract/sign-in'
import { send } from '../api.ts'
import { toast } from '../parts/toasts.ts'
import { AccountForm } from './account-form.tsx'
import { AnotherLetter } from './another-letter.tsx'
import { keepName, keptName } from './challenges.ts'
import { UPDATE_PASSWORD } from './forms.ts'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Where a password is replaced with the code that was mailed. */
export const UpdatePasswordPage = () => {
  const navigate = useNavigate()
  const form = useAccountForm(UPDATE_PASSWORD, {
    first: { username: keptName() },
    send: async body => {
      await send(updatePassword, { body })
      keepName(body.username)
      toast('success', 'Your password has been replaced: you can sign in')
      await navigate('/login')
    },
  })
  const { username } = form.answers
  return (
    <PublicPage
      title="Replace your password"
      intro="If there is an account of this name, we have mailed a code to its address. It works for an hour."
      elsewhere={
        <>
          {typeof username === 'string' && (
            <AnotherLetter ask={() => send(resetPassword, { body: { username } })} />
          )}
          <BackToSignIn />
        </>
      }
    >
      <AccountForm form={form} label="Replace your password" button="Replace the password" busy="Replacing" />
    </PublicPage>
  )
}
