import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { urlOf } from '#contract/endpoint'
import { SIGN_IN_OPENING } from '#contract/first-answers'
import { signInWithPasskey } from '#contract/passkeys'
import { goToProvider } from '#contract/providers'
import { login, readAccountSettings } from '#contract/sign-in'
import { send, useAnswer, useUser } from '../api.ts'
import { AccountForm } from './account-form.tsx'
import { continueSignIn, keepName, keptName, pageOfStep, SIGNED_OUT, targetIn } from './challenges.ts'
import { DemonstrationNames } from './demonstration-names.tsx'
import { SIGN_IN } from './forms.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderNotice } from './provider-notice.tsx'
import { PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Where people sign in. */
export const SignInPage = () => {
  const user = useUser()
  const settings = useAnswer(readAccountSettings, {})
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { state }: { state: unknown } = useLocation()
  const form = useAccountForm(SIGN_IN, {
    first: { username: keptName() },
    send: async body => {
      const answer = await send(login, { body })
      keepName(body.username)
      await continueSignIn(answer, navigate, search)
    },
  })
  const step = pageOfStep(search.get('challenge'))
  if (step) {
    const rest = new URLSearchParams(search)
    rest.delete('challenge')
    return <Navigate replace to={{ pathname: step, search: rest.toString() }} />
  }
  const target = targetIn(search)
  if (user.data && !form.isBusy && state !== SIGNED_OUT) return <Navigate replace to={target} />
  const demo = settings.data?.demo
  return (
    <PublicPage
      {...SIGN_IN_OPENING}
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
          After signing in you go on where you were
          {new URLSearchParams(target.split('?')[1]).has('action') &&
            '; what you had entered in the form is kept as a draft'}
          .
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
            href={urlOf(goToProvider, { params: { id }, query: { redirect: targetIn(search) } })}
          >
            Sign in with {name}
          </a>
        </div>
      ))}
      {settings.data?.noPasskeys === null && (
        <PasskeyButton
          purpose="sign-in"
          label="Sign in with a passkey"
          onAnswer={async body => continueSignIn(await send(signInWithPasskey, { body }), navigate, search)}
        />
      )}
    </PublicPage>
  )
}
