import { Link, Navigate } from 'react-router'
import type { Challenged } from '#contract/account'
import { readAccountSettings, type SignIn } from '#contract/sign-in'
import { sendEntry, useAnswer, useUser } from '../api.ts'
import { InputField } from '../fields/input-field.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { keepName, keptName, useLeadOn } from './challenges.ts'
import { DemonstrationNames } from './demonstration-names.tsx'
import { EntryForm } from './entry-form.tsx'
import { PublicPage } from './public-page.tsx'
import { useEntry, type Asked } from './use-entry.ts'

const ASKED: Record<keyof SignIn, Asked> = {
  username: { label: 'User name', control: InputField, autocomplete: 'username' },
  password: { label: 'Password', control: PasswordField, autocomplete: 'current-password' },
}

/** Where people sign in. */
export const SignInPage = () => {
  const user = useUser()
  const settings = useAnswer(readAccountSettings, {})
  const { target, leadOn } = useLeadOn()
  const entry = useEntry(ASKED, {
    first: { username: keptName() },
    send: async ({ username, password }) => {
      const answer = await sendEntry<Challenged | undefined>('/api/auth/login', { username, password })
      keepName(username ?? '')
      await leadOn(answer)
    },
  })
  if (user.data && !entry.isBusy) return <Navigate replace to={target} />
  const demo = settings.data?.demo
  return (
    <PublicPage
      title="Sign in"
      intro="Biodiversity units, nitrogen and phosphorous credits, traded in market rounds."
      elsewhere={
        settings.data?.signUpEnabled && (
          <p>
            New here? <Link to="/signUp">Sign up</Link>
          </p>
        )
      }
      aside={
        demo && (
          <DemonstrationNames
            demonstration={demo}
            onChoose={name => {
              entry.answer('username', name)
              entry.answer('password', demo.password)
            }}
          />
        )
      }
    >
      <EntryForm
        entry={entry}
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
    </PublicPage>
  )
}
