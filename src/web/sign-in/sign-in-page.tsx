import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { FieldFrame } from '../action/field-frame.tsx'
import { forgetEverything, send, useResource, useUser } from '../api.ts'
import { InputField } from '../fields/input-field.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { Notice } from '../parts/notice.tsx'
import { toast } from '../parts/toasts.ts'
import { redirectTarget } from '../shell/redirect-target.ts'
import { DemonstrationNames, type Demonstration } from './demonstration-names.tsx'

const CHALLENGES: Record<string, string> = {
  NEW_PASSWORD_REQUIRED: '/newPassword',
  SOFTWARE_TOKEN_MFA: '/checkTOTP',
  PASSWORD_RESET_REQUIRED: '/updatePassword',
  USER_NOT_CONFIRMED: '/confirmSignUp',
}

const NO_CHOICES = { choices: [], isLoadingChoices: false, findPeople: () => Promise.resolve([]) }

/** Where people sign in. */
export const SignInPage = () => {
  const user = useUser()
  const settings = useResource<{ signUpEnabled: boolean; demo: Demonstration | null }>('/api/auth/settings')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [username, setUsername] = useState<string | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [authError, setAuthError] = useState<string | null>(null)
  const target = redirectTarget(search.get('redirect'))

  if (user.data && !isBusy) return <Navigate replace to={target} />

  const signIn = async () => {
    setChecked(true)
    if (!username || !password) return
    setBusy(true)
    setAuthError(null)
    try {
      const answer = await send<{ challenge?: string } | undefined>('/api/auth/login', { username, password })
      if (!answer?.challenge) {
        await forgetEverything()
        void navigate(target, { replace: true })
        return
      }
      const next = CHALLENGES[answer.challenge]
      sessionStorage.setItem('username', username)
      if (next) void navigate(next)
      else toast('error', `Login failed: ${answer.challenge}`)
    } catch (error) {
      setAuthError((error as Error).message)
    }
    setBusy(false)
  }

  return (
    <div className="sign-in">
      <title>Sign in - Credit market</title>
      <div className="sign-in-form">
        <div className="sign-in-intro">
          <h1>Sign in</h1>
          <p className="quiet">
            Biodiversity units, nitrogen and phosphorous credits, traded in market rounds.
          </p>
        </div>
        <form
          className="form"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void signIn()
          }}
        >
          {authError && (
            <Notice tone="bad" role="alert">
              <p>{authError}</p>
            </Notice>
          )}
          <FieldFrame
            name="username"
            label="User name"
            isOptional={false}
            message={isChecked && !username ? 'Field required' : undefined}
            onLeave={() => {}}
          >
            {framed => (
              <InputField
                {...framed}
                {...NO_CHOICES}
                shape={{ label: 'User name', isOptional: false, autocomplete: 'username' }}
                value={username}
                onChange={setUsername}
              />
            )}
          </FieldFrame>
          <FieldFrame
            name="password"
            label="Password"
            isOptional={false}
            message={isChecked && !password ? 'Field required' : undefined}
            onLeave={() => {}}
          >
            {framed => (
              <PasswordField
                {...framed}
                {...NO_CHOICES}
                shape={{ label: 'Password', isOptional: false, autocomplete: 'current-password' }}
                value={password}
                onChange={setPassword}
              />
            )}
          </FieldFrame>
          <button type="submit" className="button button-primary" aria-disabled={isBusy}>
            {isBusy ? 'Signing in' : 'Sign in'}
          </button>
        </form>
      </div>
      {settings.data?.demo && (
        <DemonstrationNames
          demonstration={settings.data.demo}
          onChoose={name => {
            setUsername(name)
            setPassword(settings.data?.demo?.password ?? null)
          }}
        />
      )}
    </div>
  )
}
