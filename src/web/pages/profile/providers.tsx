import { useState } from 'react'
import type { AccessRequirement, Account } from '#contract/people/account'
import { linkSignInProvider, listOwnProviders, unlinkProvider } from '#contract/people/providers'
import { StepUp } from '../../action/step-up.tsx'
import { refetchAnswer, sendRequest, useAnswer } from '../../api/api.ts'
import { Section } from '../../parts/section.tsx'
import { toast } from '../../parts/page/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { PRESENT_PASSWORD } from '../../sign-in/forms.ts'
import { ProviderNotice } from '../../sign-in/provider-notice.tsx'
import { useAccountForm } from '../../sign-in/use-account-form.ts'
import { useStepUp } from '../../action/use-step-up.tsx'

const LinkForm = ({ id, account, onClose }: { id: string; account: Account; onClose: () => void }) => {
  const form = useAccountForm(PRESENT_PASSWORD, {
    send: async body =>
      location.assign((await sendRequest(linkSignInProvider, { params: { id }, body })).address),
  })
  if (form.failure?.barred === ('step-up' satisfies AccessRequirement))
    return <StepUp onGiven={() => void form.submit()} onCancel={form.forgetFailure} />
  return (
    <AccountForm
      form={form}
      label="Link your account"
      button="Continue"
      busy="One moment"
      username={account.username}
      takesFocus
      onCancel={onClose}
    />
  )
}

const ProviderLine = ({
  provider: { id, name, isLinked },
  account,
}: {
  provider: { id: string; name: string; isLinked: boolean }
  account: Account
}) => {
  const [isLinking, setLinking] = useState(false)
  const { run, asking } = useStepUp()
  const unlink = () =>
    run(async () => {
      await sendRequest(unlinkProvider, { params: { id } })
      toast('success', `Your account is no longer linked to ${name}`)
      await refetchAnswer(listOwnProviders, {})
    })
  if (isLinking) return <LinkForm id={id} account={account} onClose={() => setLinking(false)} />
  return (
    <>
      <p className="prose">
        {isLinked
          ? `Your account is linked to ${name}. You can sign in with ${name}.`
          : `You can link your account to ${name}, and then sign in with ${name}.`}
      </p>
      <div>
        <button
          type="button"
          className="button"
          onClick={() => (isLinked ? void unlink() : setLinking(true))}
        >
          {isLinked ? `Unlink from ${name}` : `Link to ${name}`}
        </button>
      </div>
      {asking}
    </>
  )
}

/**
 * Other identity providers through which people of the reader's organisation sign in; nothing if there are
 * none.
 */
export const IdentityProviders = ({ account }: { account: Account }) => {
  const providers = useAnswer(listOwnProviders, {})
  if (!providers.data || providers.data.length === 0) return null
  return (
    <Section heading="Other ways to sign in">
      <ProviderNotice />
      {providers.data.map(provider => (
        <ProviderLine key={provider.id} provider={provider} account={account} />
      ))}
    </Section>
  )
}
