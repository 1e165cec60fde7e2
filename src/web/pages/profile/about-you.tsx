import type { Account } from '#contract/account'
import { updateProfile } from '#contract/own-account'
import { askWhoIsThere, send } from '../../api.ts'
import { toast } from '../../parts/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { PROFILE } from '../../sign-in/forms.ts'
import { useAccountForm } from '../../sign-in/use-account-form.ts'

/** The name one is called by, and the number one is reached at. */
export const AboutYou = ({ account: { displayName, phone } }: { account: Account }) => {
  const form = useAccountForm(PROFILE, {
    first: { displayName, phone },
    send: async body => {
      await send(updateProfile, { body })
      await askWhoIsThere()
      toast('success', 'Your profile has been saved')
    },
  })
  return <AccountForm form={form} label="About you" button="Save" busy="Saving" />
}
