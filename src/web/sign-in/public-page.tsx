import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageBrand } from '../parts/page/brand.ts'

/** Page for people who are not signed in, or not yet: its purpose, its form, and links. */
export const PublicPage = ({
  title,
  intro,
  elsewhere,
  aside,
  children,
}: {
  title: string
  intro?: ReactNode
  elsewhere?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) => (
  <div className="sign-in">
    <title>{`${title} - ${pageBrand.name}`}</title>
    <div className="sign-in-form">
      <div className="sign-in-intro">
        <h1>{title}</h1>
        {intro && <div className="quiet">{intro}</div>}
      </div>
      {children}
      {elsewhere && <div className="sign-in-elsewhere">{elsewhere}</div>}
    </div>
    {aside}
  </div>
)

/** Link back to the sign-in page, at the end of each of its steps. */
export const BackToSignIn = () => (
  <p>
    <Link to="/login">Back to sign in</Link>
  </p>
)
