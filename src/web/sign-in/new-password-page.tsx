import type { Challenged } from '#contract/account'
import { sendEntry } from '../api.ts'
import { keptName, useLeadOn } from './challenges.ts'
import { EntryForm } from './entry-form.tsx'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { askPasswords } from './rules.ts'
import { useEntry } from './use-entry.ts'

const ASKED = askPasswords('either', 'New password')

/** The step of signing in that asks for a password of one's own. */
export const NewPasswordPage = () => {
  const { leadOn } = useLeadOn()
  const entry = useEntry(ASKED, {
    send: async answers => leadOn(await sendEntry<Challenged | undefined>('/api/auth/new-password', answers)),
  })
  return (
    <PublicPage
      title="Choose a new password"
      intro="The one you have was given to you by somebody else, or is too short by now."
      elsewhere={<BackToSignIn />}
    >
      <EntryForm
        entry={entry}
        label="Choose a new password"
        button="Save and sign in"
        busy="Signing in"
        username={keptName()}
        takesFocus
      />
    </PublicPage>
  )
}
