import { useState } from 'react'
import type { Account } from '#contract/account'
import type { ChangePassword as Change } from '#contract/own-account'
import { queryClient, sendEntry } from '../../api.ts'
import { toast } from '../../parts/toasts.ts'
import { EntryForm } from '../../sign-in/entry-form.tsx'
import { askPasswords, askPresentPassword } from '../../sign-in/rules.ts'
import { useEntry, type Asked } from '../../sign-in/use-entry.ts'

const ASKED: Record<'alone' | 'withFactor', Record<keyof Change, Asked>> = {
  alone: {
    currentPassword: askPresentPassword('Present password'),
    ...askPasswords('alone', 'New password'),
  },
  withFactor: {
    currentPassword: askPresentPassword('Present password'),
    ...askPasswords('withFactor', 'New password'),
  },
}

const PasswordForm = ({ account, onClose }: { account: Account; onClose: () => void }) => {
  const asked = ASKED[account.secondFactor === 'on' ? 'withFactor' : 'alone']
  const entry = useEntry(asked, {
    send: async answers => {
      await sendEntry('/api/auth/change-password', answers)
      toast('success', 'Your password has been changed. Everywhere else you are signed out')
      await queryClient.invalidateQueries({ queryKey: ['/api/auth/sessions'] })
      onClose()
    },
  })
  return (
    <EntryForm
      entry={entry}
      label="Change password"
      button="Change password"
      busy="Changing"
      username={account.username}
      takesFocus
      onCancel={onClose}
    />
  )
}

/** Another password, asked for when it is wanted. */
export const ChangePassword = ({ account }: { account: Account }) => {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <PasswordForm account={account} onClose={() => setOpen(false)} />
  return (
    <div>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Change password
      </button>
    </div>
  )
}
