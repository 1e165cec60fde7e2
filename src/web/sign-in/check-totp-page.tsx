import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { checkTotp } from '#contract/sign-in'
import { send } from '../api.ts'
import { AccountForm } from './account-form.tsx'
import { continueSignIn, keptName } from './challenges.ts'
import { RECOVERY_CODE, TOTP } from './forms.ts'
import { BackToSignIn, PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

const FORMS = { totp: TOTP, recovery: RECOVERY_CODE }

const CodeForm = ({ kind }: { kind: keyof typeof FORMS }) => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useAccountForm(FORMS[kind], {
    send: async body => continueSignIn(await send(checkTotp, { body }), navigate, search),
  })
  return (
    <AccountForm
      form={form}
      label="Enter your code"
      button="Sign in"
      busy="Signing in"
      username={keptName()}
      waits={false}
      takesFocus
    />
  )
}

/** The step of signing in that asks for the second factor: a code of the authenticator, or a recovery code. */
export const CheckTotpPage = () => {
  const [kind, setKind] = useState<keyof typeof FORMS>('totp')
  return (
    <PublicPage
      title="Enter your code"
      intro="Your account is protected by a second factor."
      elsewhere={
        <>
          <p>
            <button
              type="button"
              className="link-button"
              onClick={() => setKind(kind === 'totp' ? 'recovery' : 'totp')}
            >
              {kind === 'totp' ? 'Use a recovery code instead' : 'Use the authenticator instead'}
            </button>
          </p>
          <BackToSignIn />
        </>
      }
    >
      <CodeForm key={kind} kind={kind} />
    </PublicPage>
  )
}
