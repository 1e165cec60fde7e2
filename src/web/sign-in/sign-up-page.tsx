import { Link, useNavigate } from 'react-router'
import { ADMITTED_AT_ONCE, hasNumbers, ORGANISATION_TYPES } from '#domain/organisation'
import { UNIQUE_NUMBERS } from '#domain/registered-numbers'
import { readAccountSettings, signUp } from '#contract/sign-in'
import { Questions } from '../action/questions.tsx'
import { send, useAnswer } from '../api.ts'
import { Notice } from '../parts/notice.tsx'
import { QueryBoundary } from '../parts/query-boundary.tsx'
import { Steps } from '../parts/steps.tsx'
import { AccountForm } from './account-form.tsx'
import { keepName } from './challenges.ts'
import { SIGN_UP } from './forms.ts'
import { PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

const JoiningSteps = ({ waits, asks }: { waits: boolean; asks: boolean }) => (
  <aside className="sign-in-aside" aria-labelledby="what-follows">
    <h2 id="what-follows">What follows</h2>
    <Steps
      label="Joining the market"
      steps={[
        { id: 'you', label: 'Say who you are', state: 'current' },
        { id: 'confirm', label: 'Confirm your address with the code we mail you', state: 'ahead' },
        ...(waits && !asks
          ? [{ id: 'admit', label: 'The market operator admits your organisation', state: 'ahead' as const }]
          : []),
        asks
          ? { id: 'join', label: 'If you are invited, the invitation comes by mail', state: 'ahead' }
          : { id: 'join', label: 'Sign in, and join an open market round', state: 'ahead' },
      ]}
    />
  </aside>
)

const SignUpForm = () => {
  const navigate = useNavigate()
  const form = useAccountForm(SIGN_UP, {
    send: async body => {
      await send(signUp, { body })
      keepName(body.email)
      await navigate('/confirmSignUp', { state: { asksForInvitation: body.asksForInvitation === true } })
    },
  })
  const asks = form.answers.asksForInvitation === true
  const type = form.answers.organisationType
  // Judged right here, and yet there is a message: the server knows the number.
  const isTaken = UNIQUE_NUMBERS.some(kind => form.messages[kind]) && !form.hasErrors
  const waits = Boolean(type) && !ADMITTED_AT_ONCE.some(one => one === type)
  return (
    <PublicPage
      title="Sign up"
      intro="For an organisation that is new to the market. Colleagues can be invited afterwards."
      elsewhere={
        <p>
          Signed up already? <Link to="/login">Sign in</Link>
        </p>
      }
      aside={<JoiningSteps waits={waits} asks={asks} />}
    >
      <AccountForm form={form} label="Sign up" button="Sign up" busy="Signing up">
        <h2>Your organisation</h2>
        <Questions form={form} names={['organisationType']} />
        {waits && (
          <Notice role="status">
            <p>Organisations of this type wait until the market operator admits them.</p>
          </Notice>
        )}
        <Questions form={form} names={['organisationName']} />
        {hasNumbers(ORGANISATION_TYPES.find(one => one === type)) && (
          <Questions form={form} names={['companyNumber', 'charityNumber']} />
        )}
        {(isTaken || asks) && <Questions form={form} names={['asksForInvitation']} />}
        <h2>You</h2>
        <Questions form={form} names={['displayName', 'email', 'phone']} />
        <h2>Your password</h2>
        <Questions form={form} names={['password', 'confirmPassword']} />
      </AccountForm>
    </PublicPage>
  )
}

/** Where an organisation joins the market with its first person, unless that is switched off. */
export const SignUpPage = () => {
  const settings = useAnswer(readAccountSettings, {})
  return (
    <QueryBoundary query={settings}>
      {({ signUpEnabled }) =>
        signUpEnabled ? (
          <SignUpForm />
        ) : (
          <PublicPage title="Sign up" elsewhere={<Link to="/login">Sign in</Link>}>
            <Notice>
              <p>Sign-up is switched off. Ask the market operator for an invitation.</p>
            </Notice>
          </PublicPage>
        )
      }
    </QueryBoundary>
  )
}
