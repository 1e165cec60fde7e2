import { Link } from 'react-router'
import { Page } from '../../parts/page.tsx'

/** What is said where there is no such page. */
export const NoSuchPage = () => (
  <Page title="Sorry" subtitle="Page not found">
    <p>
      <Link to="/">Go to the home page</Link>
    </p>
  </Page>
)
