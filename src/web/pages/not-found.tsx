import { Link } from 'react-router'
import { Page } from '../parts/page.tsx'

/** There is no such page. */
export const NotFoundPage = () => (
  <Page title="Sorry" subtitle="Page not found">
    <p>
      <Link to="/">Go to the home page</Link>
    </p>
  </Page>
)
