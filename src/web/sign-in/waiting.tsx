import { Link } from 'react-router'
import { PublicPage } from './public-page.tsx'

/** Page for a signed-in user who is waiting to be admitted: names the organisation and who can admit the user. */
export const WaitingForAdmission = ({
  organisation,
  waitsFor,
}: {
  organisation: string
  waitsFor: readonly string[]
}) => (
  <PublicPage
    title="Nearly there"
    intro={
      waitsFor.length === 0
        ? `The market operator must admit you before you can act for ${organisation}.`
        : `A colleague must admit you before you can see or do anything for ${organisation}.`
    }
  >
    {waitsFor.length > 0 && (
      <>
        <p>Ask one of these people to admit you:</p>
        <ul>
          {waitsFor.map(name => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </>
    )}
    <p>
      {waitsFor.length > 0 && 'We have sent them an email. '}
      Until then you can only manage your own account. Once you are admitted, sign in again.
    </p>
    <div className="form-foot">
      <Link className="button" to="/profile">
        Profile
      </Link>
    </div>
  </PublicPage>
)
