import { useNavigate } from 'react-router'
import type { ConfirmSignUp } from '#contract/sign-in'
import { sendEntry } from '../api.ts'
import { toast } from '../parts/toasts.ts'
import { AnotherLetter } from './another-letter.tsx'
import { keepName, keptName } from './challenges.ts'
import { ASK_MAILED_CODE } from './code-asked.ts'
import { EntryForm } from './entry-form.tsx'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { askEmail } from './rules.ts'
import { useEntry, type Asked } from './use-entry.ts'

const ASKED: Record<keyof ConfirmSignUp, Asked> = { email: askEmail(), code: ASK_MAILED_CODE }

/** Where the address given at sign-up is confirmed by the code that was mailed to it. */
export const ConfirmSignUpPage = () => {
  const navigate = useNavigate()
  const entry = useEntry(ASKED, {
    first: { email: keptName() },
    send: async answers => {
      await sendEntry('/api/auth/confirm-sign-up', answers)
      keepName(answers.email ?? '')
      toast('success', 'Your address is confirmed: you can sign in')
      await navigate('/login')
    },
  })
  const { email } = entry.answers
  return (
    <PublicPage
      title="Confirm your address"
      intro="We have mailed you a code. It works for a day."
      elsewhere={
        <>
          {email && <AnotherLetter ask={() => sendEntry('/api/auth/resend-confirmation', { email })} />}
          <BackToSignIn />
        </>
      }
    >
      <EntryForm entry={entry} label="Confirm your address" button="Confirm" busy="Confirming" />
    </PublicPage>
  )
}
