import { Link, useNavigate } from 'react-router'
import { ADMITTED_AT_ONCE, ORGANISATION_TYPE_LABELS, type OrganisationType } from '#domain/organisation'
import { readAccountSettings, type SignUp } from '#contract/sign-in'
import { sendEntry, useAnswer } from '../api.ts'
import { Notice } from '../parts/notice.tsx'
import { QueryBoundary } from '../parts/query-boundary.tsx'
import { Steps } from '../parts/steps.tsx'
import { keepName } from './challenges.ts'
import { EntryForm, EntryQuestions } from './entry-form.tsx'
import { PublicPage } from './public-page.tsx'
import { askEmail, askName, askPasswords, askPhone } from './rules.ts'
import { TypeChoice } from './type-choice.tsx'
import { useEntry, type Asked } from './use-entry.ts'

const TYPES: readonly OrganisationType[] = ['PARTICIPANT', 'AGENT', 'LPA', 'OPER']

const ORGANISATION_TYPE: Asked = {
  label: 'Type of organisation',
  control: TypeChoice,
  autocomplete: 'off',
  choices: TYPES.map(id => ({ id, name: ORGANISATION_TYPE_LABELS[id] })),
}

const ASKED: Record<keyof SignUp, Asked> = {
  organisationType: ORGANISATION_TYPE,
  organisationName: askName('Organisation', 'organization'),
  displayName: askName('Your name'),
  email: askEmail('You will sign in with it.'),
  phone: askPhone(),
  ...askPasswords('alone'),
}

const JoiningSteps = ({ waits }: { waits: boolean }) => (
  <aside className="sign-in-aside" aria-labelledby="what-follows">
    <h2 id="what-follows">What follows</h2>
    <Steps
      label="Joining the market"
      steps={[
        { id: 'you', label: 'Say who you are', state: 'current' },
        { id: 'confirm', label: 'Confirm your address with the code we mail you', state: 'ahead' },
        ...(waits
          ? [{ id: 'admit', label: 'The market operator admits your organisation', state: 'ahead' as const }]
          : []),
        { id: 'join', label: 'Sign in, and join an open market round', state: 'ahead' },
      ]}
    />
  </aside>
)

const SignUpForm = () => {
  const navigate = useNavigate()
  const entry = useEntry(ASKED, {
    send: async answers => {
      await sendEntry('/api/auth/sign-up', answers)
      keepName(answers.email ?? '')
      await navigate('/confirmSignUp')
    },
  })
  const type = entry.answers.organisationType
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
      aside={<JoiningSteps waits={waits} />}
    >
      <EntryForm entry={entry} label="Sign up" button="Sign up" busy="Signing up">
        <h2>Your organisation</h2>
        <EntryQuestions entry={entry} names={['organisationType']} />
        {waits && (
          <Notice role="status">
            <p>Organisations of this type wait until the market operator admits them.</p>
          </Notice>
        )}
        <EntryQuestions entry={entry} names={['organisationName']} />
        <h2>You</h2>
        <EntryQuestions entry={entry} names={['displayName', 'email', 'phone']} />
        <h2>Your password</h2>
        <EntryQuestions entry={entry} names={['password', 'confirmPassword']} />
      </EntryForm>
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
