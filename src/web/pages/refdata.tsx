import { Link } from 'react-router'
import { SETTING_TYPES } from '#domain/setting-types'
import { Page } from '../parts/page.tsx'
import './shared/pages.css'

/** The types of reference data. */
export const RefdataPage = () => (
  <Page
    title="Reference data"
    crumbs={[{ name: 'Settings', to: '/settings' }, { name: 'Reference data' }]}
    subtitle="What market rounds and forms choose from"
  >
    <ul className="link-list">
      {SETTING_TYPES.map(type => (
        <li key={type.list}>
          <Link to={`/settings/refdata/${type.list}`}>{type.title}</Link>
        </li>
      ))}
    </ul>
  </Page>
)
