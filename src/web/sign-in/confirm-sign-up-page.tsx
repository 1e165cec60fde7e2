import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { confirmSignUp, resendConfirmation } from '#contract/sign-in'
import { send } from '../api.ts'
import { Notice } from '../parts/notice.tsx'
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
  const { state }: { state: { asksForInvitation?: boolean } | null } = useLocation()
  const [hasAsked, setAsked] = useState(false)
  const form = useAccountForm(CONFIRM_SIGN_UP, {
    first: { email: keptName() },
    send: async body => {
      await send(confirmSignUp, { body })
      if (state?.asksForInvitation) {
        setAsked(true)
        return
      }
      keepName(body.email)
      toast('success', 'Your address is confirmed: you can sign in')
      await navigate('/login')
    },
  })
  const { email } = form.answers
  if (hasAsked)
    return (
      <PublicPage title="Your address is confirmed" elsewhere={<BackToSignIn />}>
        <Notice role="status">
          <p>
            The organisation that is registered, and the market operator, have been told that you ask for an
            invitation. If you are invited, the invitation comes by mail; until then there is no account to
            sign in to.
          </p>
        </Notice>
      </PublicPage>
    )
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
