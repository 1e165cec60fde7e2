import { useState } from 'react'
import type { Account } from '#contract/account'
import { changePassword, ownSessions } from '#contract/own-account'
import { askAgain, send } from '../../api.ts'
import { toast } from '../../parts/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { CHANGE_PASSWORD } from '../../sign-in/forms.ts'
import { useAccountForm } from '../../sign-in/use-account-form.ts'

const PasswordForm = ({ account, onClose }: { account: Account; onClose: () => void }) => {
  const form = useAccountForm(CHANGE_PASSWORD[account.secondFactor === 'on' ? 'withFactor' : 'alone'], {
    send: async body => {
      await send(changePassword, { body })
      toast('success', 'Your password has been changed. Everywhere else you are signed out')
      await askAgain(ownSessions, {})
      onClose()
    },
  })
  return (
    <AccountForm
      form={form}
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
