import { useState } from 'react'
import type { Account } from '#contract/people/account'
import { changePassword, listOwnSessions } from '#contract/people/own-account'
import { refetchAnswer, sendRequest } from '../../api/api.ts'
import { toast } from '../../parts/page/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { CHANGE_PASSWORD } from '../../sign-in/forms.ts'
import { useAccountForm } from '../../sign-in/use-account-form.ts'

const PasswordForm = ({ account, onClose }: { account: Account; onClose: () => void }) => {
  const form = useAccountForm(CHANGE_PASSWORD[account.secondFactor === 'on' ? 'withFactor' : 'alone'], {
    send: async body => {
      await sendRequest(changePassword, { body })
      toast('success', 'Your password has been changed. You are signed out everywhere else')
      await refetchAnswer(listOwnSessions, {})
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

/** Form for a new password, shown on demand. */
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
