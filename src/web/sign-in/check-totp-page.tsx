import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { checkPasskey, readFactors } from '#contract/people/passkeys'
import { checkTotp } from '#contract/people/sign-in'
import { sendRequest, useAnswer } from '../api/api.ts'
import { LoadingPlaceholder } from '../parts/page/query-boundary.tsx'
import { AccountForm } from './account-form.tsx'
import { continueSignIn, storedUsername } from './challenges.ts'
import { RECOVERY_CODE, TOTP } from './forms.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { canUsePasskeys } from './passkeys.ts'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

const FORMS = { totp: TOTP, recovery: RECOVERY_CODE }

const CodeForm = ({ kind }: { kind: keyof typeof FORMS }) => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useAccountForm(FORMS[kind], {
    send: async body => continueSignIn(await sendRequest(checkTotp, { body }), navigate, search),
  })
  return (
    <AccountForm
      form={form}
      label="Enter your code"
      button="Sign in"
      busy="Signing in"
      username={storedUsername()}
      waits={false}
      takesFocus
    />
  )
}

type Kind = keyof typeof FORMS | 'passkey'

const INSTEAD: Record<Kind, string> = {
  totp: 'Use the authenticator instead',
  recovery: 'Use a recovery code instead',
  passkey: 'Use a passkey instead',
}

const TITLES: Record<Kind, string> = {
  totp: 'Enter your code',
  recovery: 'Enter your code',
  passkey: 'Use your passkey',
}

const PasskeyStep = () => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (
    <PasskeyButton
      purpose="second-step"
      label="Use a passkey"
      isPrimary
      takesFocus
      onAnswer={async body => continueSignIn(await sendRequest(checkPasskey, { body }), navigate, search)}
    />
  )
}

const SecondStep = ({ kinds }: { kinds: readonly Kind[] }) => {
  const [chosen, setKind] = useState<Kind | null>(null)
  const kind = chosen ?? kinds[0] ?? 'totp'
  return (
    <PublicPage
      title={TITLES[kind]}
      intro="Your account is protected by a second factor."
      elsewhere={
        <>
          {kinds
            .filter(other => other !== kind)
            .map(other => (
              <p key={other}>
                <button type="button" className="link-button" onClick={() => setKind(other)}>
                  {INSTEAD[other]}
                </button>
              </p>
            ))}
          <BackToSignIn />
        </>
      }
    >
      {kind === 'passkey' ? <PasskeyStep /> : <CodeForm key={kind} kind={kind} />}
    </PublicPage>
  )
}

/** Sign-in step for the second factor: a code of the authenticator, a passkey, or a recovery code. */
export const CheckTotpPage = () => {
  const factors = useAnswer(readFactors, {})
  if (factors.isPending) return <LoadingPlaceholder />
  // Without an open step nothing is known; the server says so when the code is sent.
  const { authenticator, passkey } = factors.data ?? { authenticator: true, passkey: false }
  const kinds: Kind[] = ['recovery']
  if (passkey && canUsePasskeys()) kinds.unshift('passkey')
  if (authenticator) kinds.unshift('totp')
  return <SecondStep kinds={kinds} />
}
