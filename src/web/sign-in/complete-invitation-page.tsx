import { useNavigate } from 'react-router'
import type { Invited } from '#contract/account'
import { forgetEverything, sendEntry } from '../api.ts'
import { Loading } from '../parts/loading.tsx'
import { EntryForm } from './entry-form.tsx'
import { NoInvitation } from './no-invitation.tsx'
import { PublicPage } from './public-page.tsx'
import { askName, askPasswords, askPhone } from './rules.ts'
import { useEntry } from './use-entry.ts'
import { useInvitation } from './use-invitation.ts'

const ASKED = { displayName: askName('Your name'), phone: askPhone(true), ...askPasswords('alone') }

const JoinForm = ({ token, invited }: { token: string; invited: Invited }) => {
  const navigate = useNavigate()
  const entry = useEntry(ASKED, {
    send: async answers => {
      await sendEntry('/api/auth/complete-invitation', { ...answers, token })
      await forgetEverything()
      await navigate('/', { replace: true })
    },
  })
  return (
    <PublicPage title={`Join ${invited.organisation.name}`} intro={`You will sign in as ${invited.email}.`}>
      <EntryForm
        entry={entry}
        label={`Join ${invited.organisation.name}`}
        button="Join and sign in"
        busy="Joining"
        username={invited.email}
        takesFocus
      />
    </PublicPage>
  )
}

/** Where an invited person says who they are, and is signed in. */
export const CompleteInvitationPage = () => {
  const { token, invited } = useInvitation()
  if (token === '' || invited.error) return <NoInvitation error={invited.error} />
  if (!invited.data) return <Loading />
  return <JoinForm token={token} invited={invited.data} />
}
