import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { confirmSignUp, resendConfirmation } from '#contract/people/sign-in'
import { sendRequest } from '../api/api.ts'
import { Notice } from '../parts/page/notice.tsx'
import { toast } from '../parts/page/toasts.ts'
import { AccountForm } from './account-form.tsx'
import { ResendCode } from './another-letter.tsx'
import { storeUsername, storedUsername } from './challenges.ts'
import { CONFIRM_SIGN_UP } from './forms.ts'
import { ADDRESS_CONFIRMED_TEXT } from './messages.ts'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Page that confirms the address given at sign-up, by the code emailed to it. */
export const ConfirmSignUpPage = () => {
  const navigate = useNavigate()
  const { state }: { state: { asksForInvitation?: boolean } | null } = useLocation()
  const [hasAsked, setAsked] = useState(false)
  const form = useAccountForm(CONFIRM_SIGN_UP, {
    first: { email: storedUsername() },
    send: async body => {
      await sendRequest(confirmSignUp, { body })
      if (state?.asksForInvitation) {
        setAsked(true)
        return
      }
      storeUsername(body.email)
      toast('success', ADDRESS_CONFIRMED_TEXT)
      await navigate('/login')
    },
  })
  const { email } = form.answers
  if (hasAsked)
    return (
      <PublicPage title="Your email address is confirmed" elsewhere={<BackToSignIn />}>
        <Notice role="status">
          <p>
            We have asked the registered organisation and the market operator to invite you. If they do, you
            will get an email. Until then you cannot sign in.
          </p>
        </Notice>
      </PublicPage>
    )
  return (
    <PublicPage
      title="Confirm your email address"
      intro="We have emailed you a code. It works for one day."
      elsewhere={
        <>
          {typeof email === 'string' && (
            <ResendCode ask={() => sendRequest(resendConfirmation, { body: { email } })} />
          )}
          <BackToSignIn />
        </>
      }
    >
      <AccountForm form={form} label="Confirm your email address" button="Confirm" busy="Confirming" />
    </PublicPage>
  )
}
