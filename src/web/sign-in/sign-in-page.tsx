import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { endpointUrl } from '#contract/kit/endpoint'
import { SIGN_IN_INTRO } from '#contract/kit/first-answers'
import { signInWithPasskey } from '#contract/people/passkeys'
import { redirectToSignInProvider } from '#contract/people/providers'
import { login, readAccountSettings } from '#contract/people/sign-in'
import { sendRequest, useAnswer, useUser } from '../api/api.ts'
import { AccountForm } from './account-form.tsx'
import {
  continueSignIn,
  storeUsername,
  storedUsername,
  signInStepPage,
  SIGNED_OUT_STATE,
  redirectTargetOfAddress,
} from './challenges.ts'
import { DemonstrationNames } from './demonstration-names.tsx'
import { SIGN_IN } from './forms.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderNotice } from './provider-notice.tsx'
import { PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Sign-in page. */
export const SignInPage = () => {
  const user = useUser()
  const settings = useAnswer(readAccountSettings, {})
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { state }: { state: unknown } = useLocation()
  const form = useAccountForm(SIGN_IN, {
    first: { username: storedUsername() },
    send: async body => {
      const answer = await sendRequest(login, { body })
      storeUsername(body.username)
      await continueSignIn(answer, navigate, search)
    },
  })
  const step = signInStepPage(search.get('challenge'))
  if (step) {
    const rest = new URLSearchParams(search)
    rest.delete('challenge')
    return <Navigate replace to={{ pathname: step, search: rest.toString() }} />
  }
  const target = redirectTargetOfAddress(search)
  if (user.data && !form.isBusy && state !== SIGNED_OUT_STATE) return <Navigate replace to={target} />
  const demo = settings.data?.demo
  return (
    <PublicPage
      {...SIGN_IN_INTRO}
      elsewhere={
        <>
          {settings.data?.signUpEnabled && (
            <p>
              New here? <Link to="/signUp">Sign up</Link>
            </p>
          )}
          <p>
            <a href="/">What is traded here</a> · <a href="/how-it-works">How it works</a>
          </p>
        </>
      }
      aside={
        demo && (
          <DemonstrationNames
            demonstration={demo}
            onChoose={name => {
              form.answer('username', name)
              form.answer('password', demo.password)
            }}
          />
        )
      }
    >
      <ProviderNotice />
      {target !== '/' && (
        <p className="quiet">
          Sign in to go back to where you were.
          {new URLSearchParams(target.split('?')[1]).has('action') &&
            ' Your answers in the form are saved as a draft.'}
        </p>
      )}
      <AccountForm
        form={form}
        label="Sign in"
        button="Sign in"
        busy="Signing in"
        waits={false}
        beside={
          <Link className="form-foot-end" to="/resetPassword">
            Forgotten your password?
          </Link>
        }
      />
      {settings.data?.providers.map(({ id, name }) => (
        <div key={id}>
          <a
            className="button"
            href={endpointUrl(redirectToSignInProvider, {
              params: { id },
              query: { redirect: redirectTargetOfAddress(search) },
            })}
          >
            Sign in with {name}
          </a>
        </div>
      ))}
      {settings.data?.noPasskeys === null && (
        <PasskeyButton
          purpose="sign-in"
          label="Sign in with a passkey"
          onAnswer={async body =>
            continueSignIn(await sendRequest(signInWithPasskey, { body }), navigate, search)
          }
        />
      )}
    </PublicPage>
  )
}
