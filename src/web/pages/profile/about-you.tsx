import type { Account } from '#contract/account'
import type { ProfileUpdate } from '#contract/own-account'
import { askWhoIsThere, sendEntry } from '../../api.ts'
import { toast } from '../../parts/toasts.ts'
import { EntryForm } from '../../sign-in/entry-form.tsx'
import { askName, askPhone } from '../../sign-in/rules.ts'
import { useEntry, type Asked } from '../../sign-in/use-entry.ts'

const ASKED: Record<keyof ProfileUpdate, Asked> = { displayName: askName('Name'), phone: askPhone(true) }

/** The name one is called by, and the number one is reached at. */
export const AboutYou = ({ account: { displayName, phone } }: { account: Account }) => {
  const entry = useEntry(ASKED, {
    first: { displayName, phone },
    send: async answers => {
      await sendEntry('/api/auth/profile', answers)
      await askWhoIsThere()
      toast('success', 'Your profile has been saved')
    },
  })
  return <EntryForm entry={entry} label="About you" button="Save" busy="Saving" />
}
