import { useNavigate } from 'react-router'
import type { UpdatePassword } from '#contract/sign-in'
import { sendEntry } from '../api.ts'
import { toast } from '../parts/toasts.ts'
import { AnotherLetter } from './another-letter.tsx'
import { keepName, keptName } from './challenges.ts'
import { ASK_MAILED_CODE } from './code-asked.ts'
import { EntryForm } from './entry-form.tsx'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { ASK_USERNAME, askPasswords } from './rules.ts'
import { useEntry, type Asked } from './use-entry.ts'

const ASKED: Record<keyof UpdatePassword, Asked> = {
  username: ASK_USERNAME,
  code: ASK_MAILED_CODE,
  ...askPasswords('either', 'New password'),
}

/** Where a password is replaced with the code that was mailed. */
export const UpdatePasswordPage = () => {
  const navigate = useNavigate()
  const entry = useEntry(ASKED, {
    first: { username: keptName() },
    send: async answers => {
      await sendEntry('/api/auth/update-password', answers)
      keepName(answers.username ?? '')
      toast('success', 'Your password has been replaced: you can sign in')
      await navigate('/login')
    },
  })
  const { username } = entry.answers
  return (
    <PublicPage
      title="Replace your password"
      intro="If there is an account of this name, we have mailed a code to its address. It works for an hour."
      elsewhere={
        <>
          {username && <AnotherLetter ask={() => sendEntry('/api/auth/reset-password', { username })} />}
          <BackToSignIn />
        </>
      }
    >
      <EntryForm entry={entry} label="Replace your password" button="Replace the password" busy="Replacing" />
    </PublicPage>
  )
}
