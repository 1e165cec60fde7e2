import { useNavigate } from 'react-router'
import { sendEntry } from '../api.ts'
import { keepName, keptName } from './challenges.ts'
import { EntryForm } from './entry-form.tsx'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { ASK_USERNAME } from './rules.ts'
import { useEntry } from './use-entry.ts'

const ASKED = { username: ASK_USERNAME }

/** Where somebody who has forgotten the password asks for a code by mail. */
export const ResetPasswordPage = () => {
  const navigate = useNavigate()
  const entry = useEntry(ASKED, {
    first: { username: keptName() },
    send: async answers => {
      await sendEntry('/api/auth/reset-password', answers)
      keepName(answers.username ?? '')
      await navigate('/updatePassword')
    },
  })
  return (
    <PublicPage
      title="Forgotten your password?"
      intro="We mail a code to the address of your account, with which you can choose another."
      elsewhere={<BackToSignIn />}
    >
      <EntryForm
        entry={entry}
        label="Forgotten your password?"
        button="Send the code"
        busy="Sending"
        waits={false}
        takesFocus
      />
    </PublicPage>
  )
}
