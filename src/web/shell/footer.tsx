import { Link } from 'react-router'
import { CONTACT } from './contact.ts'

/** The foot of every page. */
export const Footer = () => (
  <footer className="site-footer">
    <div className="wide">
      <p className="tagline">the UK&apos;s leading marketplace for nature recovery</p>
      <a href={CONTACT}>Contact us</a>
      <Link to="/privacy">Privacy</Link>
      <p>© 2025 Credit market</p>
    </div>
  </footer>
)
