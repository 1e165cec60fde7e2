import { useNavigate } from 'react-router'
import { confirmSignUp, resendConfirmation } from '#contract/sign-in'
import { send } from '../api.ts'
import { toast } from '../parts/toasts.ts'
import { AccountForm } from './account-form.tsx'
import { AnotherLetter } from './another-letter.tsx'
import { keepName, keptName } from './challenges.ts'
import { CONFIRM_SIGN_UP } from './forms.ts'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Where the address given at sign-up is confirmed by the code that was mailed to it. */
export const ConfirmSignUpPage = () => {
  const navigate = useNavigate()
  const form = useAccountForm(CONFIRM_SIGN_UP, {
    first: { email: keptName() },
    send: async body => {
      await send(confirmSignUp, { body })
      keepName(body.email)
      toast('success', 'Your address is confirmed: you can sign in')
      await navigate('/login')
    },
  })
  const { email } = form.answers
  return (
    <PublicPage
      title="Confirm your address"
      intro="We have mailed you a code. It works for a day."
      elsewhere={
        <>
          {typeof email === 'string' && (
            <AnotherLetter ask={() => send(resendConfirmation, { body: { email } })} />
          )}
          <BackToSignIn />
        </>
      }
    >
      <AccountForm form={form} label="Confirm your address" button="Confirm" busy="Confirming" />
    </PublicPage>
  )
}
