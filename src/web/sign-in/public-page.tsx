import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '../shell/brand.ts'

/** A page for people who are not, or not yet, signed in: what it is for, its form, and where else to go. */
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
    <title>{`${title} - ${brand.name}`}</title>
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

/** The link back to signing in, at the end of each of its steps. */
export const BackToSignIn = () => (
  <p>
    <Link to="/login">Back to signing in</Link>
  </p>
)
