import { Link } from 'react-router'
import { Page } from '../parts/page/page.tsx'
import './shared/pages.css'

const PARTS = [
  {
    to: '/settings/brand',
    name: 'Brand',
    about: 'Name, tagline, logo, colours and contact, as shown on every page, email and document.',
  },
  {
    to: '/settings/refdata',
    name: 'Reference data',
    about: 'Project types, standards, areas and declarations that market rounds choose from.',
  },
  { to: '/settings/lpas', name: 'LPAs', about: 'The local planning authorities that sign in here.' },
  {
    to: '/settings/operators',
    name: 'Market operators',
    about: 'The organisations whose staff run the market rounds.',
  },
]

/** Settings, by section. */
export const SettingsPage = () => (
  <Page title="Settings">
    <ul className="link-list">
      {PARTS.map(part => (
        <li key={part.to}>
          <Link to={part.to}>{part.name}</Link>
          <p className="quiet">{part.about}</p>
        </li>
      ))}
    </ul>
  </Page>
)
