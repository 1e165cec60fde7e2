import { useState } from 'react'
import type { AccessRequirement, Account } from '#contract/account'
import { linkProvider, ownProviders, unlinkProvider } from '#contract/providers'
import { StepUp } from '../../action/step-up.tsx'
import { askAgain, send, useAnswer } from '../../api.ts'
import { Section } from '../../parts/section.tsx'
import { toast } from '../../parts/toasts.ts'
import { AccountForm } from '../../sign-in/account-form.tsx'
import { PRESENT_PASSWORD } from '../../sign-in/forms.ts'
import { ProviderNotice } from '../../sign-in/provider-notice.tsx'
import { useAccountForm } from '../../sign-in/use-account-form.ts'
import { useStepUp } from '../../action/use-step-up.tsx'

const LinkForm = ({ id, account, onClose }: { id: string; account: Account; onClose: () => void }) => {
  const form = useAccountForm(PRESENT_PASSWORD, {
    send: async body => location.assign((await send(linkProvider, { params: { id }, body })).address),
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
      await send(unlinkProvider, { params: { id } })
      toast('success', `Your account is no longer linked with ${name}`)
      await askAgain(ownProviders, {})
    })
  if (isLinking) return <LinkForm id={id} account={account} onClose={() => setLinking(false)} />
  return (
    <>
      <p className="prose">
        {isLinked
          ? `Your account is linked with ${name}: you can sign in there.`
          : `You can link your account with ${name}, and sign in there from then on.`}
      </p>
      <div>
        <button
          type="button"
          className="button"
          onClick={() => (isLinked ? void unlink() : setLinking(true))}
        >
          {isLinked ? `Unlink from ${name}` : `Link with ${name}`}
        </button>
      </div>
      {asking}
    </>
  )
}

/** Where else people of the reader's organisation sign in; nothing is shown where there is no such place. */
export const Providers = ({ account }: { account: Account }) => {
  const providers = useAnswer(ownProviders, {})
  if (!providers.data || providers.data.length === 0) return null
  return (
    <Section heading="Signing in elsewhere">
      <ProviderNotice />
      {providers.data.map(provider => (
        <ProviderLine key={provider.id} provider={provider} account={account} />
      ))}
    </Section>
  )
}
