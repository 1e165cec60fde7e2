import { Link, useNavigate } from 'react-router'
import {
  TYPES_WITHOUT_ADMISSION,
  canHaveRegisteredNumbers,
  ORGANISATION_TYPES,
} from '#domain/people/organisation'
import { UNIQUE_REGISTERED_NUMBERS } from '#domain/people/registered-numbers'
import { LAND_DESK_PAGE, NEED_DESK_PAGE } from '#contract/public/public-pages'
import { readAccountSettings, signUp } from '#contract/people/sign-in'
import { Questions } from '../action/questions/questions.tsx'
import { sendRequest, useAnswer } from '../api/api.ts'
import { SiteLink } from '../parts/menu/site-link.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { QueryBoundary } from '../parts/page/query-boundary.tsx'
import { Steps } from '../parts/steps.tsx'
import { AccountForm } from './account-form.tsx'
import { storeUsername } from './challenges.ts'
import { SIGN_UP } from './forms.ts'
import { PublicPage } from './public-page.tsx'
import { useAccountForm } from './use-account-form.ts'

const JoiningSteps = ({ waits, asks }: { waits: boolean; asks: boolean }) => (
  <aside className="sign-in-aside" aria-labelledby="what-follows">
    <h2 id="what-follows">What happens next</h2>
    <Steps
      label="Joining the market"
      steps={[
        { id: 'you', label: 'Enter your details', state: 'current' },
        { id: 'confirm', label: 'Confirm your email address with the code that we send you', state: 'ahead' },
        ...(waits && !asks
          ? [{ id: 'admit', label: 'The market operator admits your organisation', state: 'ahead' as const }]
          : []),
        asks
          ? { id: 'join', label: 'If you are invited, you get an email', state: 'ahead' }
          : { id: 'join', label: 'Sign in, and join an open market round', state: 'ahead' },
      ]}
    />
  </aside>
)

const SignUpForm = () => {
  const navigate = useNavigate()
  const form = useAccountForm(SIGN_UP, {
    send: async body => {
      await sendRequest(signUp, { body })
      storeUsername(body.email)
      await navigate('/confirmSignUp', { state: { asksForInvitation: body.asksForInvitation === true } })
    },
  })
  const asks = form.answers.asksForInvitation === true
  const type = form.answers.organisationType
  // The browser found no error and yet there is a message: the server knows the number.
  const isTaken = UNIQUE_REGISTERED_NUMBERS.some(kind => form.messages[kind]) && !form.hasErrors
  const waits = Boolean(type) && !TYPES_WITHOUT_ADMISSION.some(one => one === type)
  return (
    <PublicPage
      title="Sign up"
      intro="For an organisation that is new to the market. You can invite colleagues later."
      elsewhere={
        <>
          <p>
            Already signed up? <Link to="/login">Sign in</Link>
          </p>
          <p>
            Not sure yet? See <SiteLink to={LAND_DESK_PAGE}>what land can earn</SiteLink> or{' '}
            <SiteLink to={NEED_DESK_PAGE}>what credits are likely to cost</SiteLink>, without an account.
          </p>
        </>
      }
      aside={<JoiningSteps waits={waits} asks={asks} />}
    >
      <AccountForm form={form} label="Sign up" button="Sign up" busy="Signing up">
        <h2>Your organisation</h2>
        <Questions form={form} names={['organisationType']} />
        {waits && (
          <Notice role="status">
            <p>The market operator must admit organisations of this type before they can take part.</p>
          </Notice>
        )}
        <Questions form={form} names={['organisationName']} />
        {canHaveRegisteredNumbers(ORGANISATION_TYPES.find(one => one === type)) && (
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

/** Sign-up page for an organisation with its first user, unless sign-up is switched off. */
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
